import { describe, expect, it } from "vitest";
import { familyRowsOf } from "./judging.js";

const of = (command: string): string => familyRowsOf("system", command);

describe("by path", () => {
  it.each([
    ["echo b > /proc/sysrq-trigger", "halt"],
    ["echo mem > /sys/power/state", "halt"],
    ["echo x >> /etc/passwd", "accounts"],
    ["rm /etc/shadow", "accounts"],
    ["mv x /etc/group", "accounts"],
    ["cat /etc/passwd", ""],
    ["cp x /usr/lib/x86_64-linux-gnu/libc.so.6", "libraries"],
    ["cp x ./lib/libfoo.so", ""],
    ["echo x > /etc/ld.so.preload", "libraries"],
    ["echo 0 > /proc/sys/kernel/randomize_va_space", "kernel"],
    ["echo 3 > /proc/sys/vm/drop_caches", ""],
    ["sed -i s/a/b/ /etc/fstab", "boot"],
    ["ls /boot", ""],
  ])("%s: %s", (command, rows) => expect(of(command)).toBe(rows));
});

describe("everything", () => {
  it.each([
    ["ps aux | awk '{print $2}' | xargs kill -9", "kill-everything"],
    ["ps -ef | xargs kill", "kill-everything"],
    ["ps aux | grep node | awk '{print $2}' | xargs kill -9", ""],
    ["ps -ef | awk '/node/ {print $2}' | xargs kill", ""],
    ["pgrep node | xargs kill", ""],
    ["pgrep . | xargs kill", "kill-everything"],
    ["if true; then f() { f | f & }; f; fi", "fork-bomb"],
    ["if p; then f() { [ -n x ] || f | f & }; f; fi", ""],
    ["if p; then w() { for d in *; do w $d | sort; done; }; w; fi", ""],
    ["perl -e 'while (1) {fork}'", "fork-bomb"],
    ["perl -e 'fork while fork'", "fork-bomb"],
    ["python3 -c 'import os; [os.fork() for _ in iter(int, 1)]'", "fork-bomb"],
    ["perl -e 'my $pid = fork; print $pid'", ""],
    ["lsof -ti:3000 | xargs kill -9", ""],
    ["docker exec app kill -HUP 1", ""],
    ["kill -9 1", "kill-everything"],
    [":(){ :|:& };:", "fork-bomb"],
    ["f(){ f & f & }; f", "fork-bomb"],
    ['walk() { for d in "$1"/*; do walk "$d" & done; }; walk .', ""],
    ['list() { ls "$1" | while read -r d; do list "$d"; done; }; list .', ""],
  ])("%s: %s", (command, rows) => expect(of(command)).toBe(rows));
});
