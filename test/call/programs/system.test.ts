import { describe, expect, it } from "vitest";
import { meansAllProcesses } from "../../../src/call/programs/processes.js";
import { isPerilousSysctl } from "../../../src/call/programs/system.js";
import { unknownWord } from "../../../src/call/word.js";
import { effectsOf } from "./harness.js";

const of = (line: string): string => [...new Set(effectsOf(line.split(" ")))].join(", ");

describe("halting", () => {
  it.each([
    ["shutdown -h now", "act system/halt"],
    ["shutdown -c", ""],
    ["shutdown --help", ""],
    ["reboot -f", "act system/halt"],
    ["init 6", "act system/halt"],
    ["init repo", ""],
    ["systemctl --no-wall poweroff", "act system/halt"],
    ["systemctl isolate rescue.target", "act system/halt"],
    ["systemctl start reboot.target", "act system/halt"],
    ["systemctl restart nginx", ""],
    ["rtcwake -m mem -s 5", "act system/halt"],
    ["rtcwake -m no -s 5", ""],
  ])("%s", (line, expected) => expect(of(line)).toBe(expected));
});

describe("processes", () => {
  const all = "act system/kill-everything";
  it.each([
    ["kill -9 -1", all],
    ["kill -1", all],
    ["kill -1 -1", all],
    ["kill -s TERM -- -1", all],
    ["kill -9 1", all],
    ["kill -1 4711", ""],
    ["kill -9 -4711", ""],
    ["kill %1", ""],
    ["kill -l 1", ""],
    ["kill 0", ""],
    ["pkill -u dev", all],
    ["pkill -u dev node", ""],
    ["pkill -HUP nginx", ""],
    ["pkill -STOP systemd", all],
    ["pkill -f .", all],
    ["pkill -f next", ""],
    ["pkill -9 -v node", all],
    ["killall -u dev", all],
    ["killall -USR1 nginx", ""],
    ["killall -9 systemd", all],
    ["killall -r .*", all],
    ["killall5", all],
    ["fuser -k 3000/tcp", ""],
    ["fuser -km /", all],
    ["taskkill /F /IM node.exe", ""],
    ["taskkill /F /IM *", all],
  ])("%s", (line, expected) => expect(of(line)).toBe(expected));

  it.each([
    ["$(ps -e -o pid=)", true],
    ["$(ps aux | awk '{print $2}')", true],
    ["`ps -A -o pid`", true],
    ["$(ps aux | grep node | awk '{print $2}')", false],
    ["$(pgrep -f node)", false],
    ["$(pgrep .)", true],
    ["$(lsof -ti:3000)", false],
    ["$PID", false],
  ])("%s stands for every process: %s", (source, expected) => {
    expect(meansAllProcesses(unknownWord(source))).toBe(expected);
  });
});

describe("services", () => {
  const services = "act system/services";
  it.each([
    ["systemctl stop sshd", services],
    ["systemctl disable --now ssh.service", services],
    ["systemctl mask systemd-logind", services],
    ["systemctl stop postgresql", ""],
    ["systemctl --user stop dbus", ""],
    ["systemctl status sshd", ""],
    ["service cron stop", services],
    ["service cron status", ""],
    ["service nginx stop", ""],
    ["launchctl bootout system/com.apple.sshd", services],
    ["launchctl list", ""],
    ["sc query", ""],
    ["sc delete x", services],
  ])("%s", (line, expected) => expect(of(line)).toBe(expected));
});

describe("firewall and network", () => {
  const firewall = "act system/firewall";
  const network = "act system/network";
  it.each([
    ["iptables -F", firewall],
    ["iptables -t nat --flush", firewall],
    ["iptables -P INPUT DROP", firewall],
    ["iptables -A INPUT -j DROP", firewall],
    ["iptables -A INPUT -p tcp --dport 22 -j DROP", firewall],
    ["iptables -A INPUT -p tcp --dport 8080 -j ACCEPT", ""],
    ["iptables -A INPUT -s 10.0.0.9 -j DROP", ""],
    ["iptables -L -n", ""],
    ["nft flush ruleset", firewall],
    ["nft list ruleset", ""],
    ["nft -c -f x", ""],
    ["ufw disable", firewall],
    ["ufw allow 8080", ""],
    ["ufw deny 22/tcp", firewall],
    ["ufw --dry-run reset", ""],
    ["ip link set eth0 down", network],
    ["ip link set docker0 down", ""],
    ["ip a", ""],
    ["ip route flush all", network],
    ["ip route", ""],
    ["ifconfig eth0 down", network],
    ["nmcli networking off", network],
    ["nmcli device status", ""],
  ])("%s", (line, expected) => expect(of(line)).toBe(expected));
});

describe("kernel, boot and jobs", () => {
  it.each([
    ["sysctl -w kernel.randomize_va_space=0", "act system/kernel"],
    ["sysctl vm.swappiness=10", ""],
    ["sysctl -a", ""],
    ["rmmod nvme", "act system/kernel"],
    ["modprobe -r nvme", "act system/kernel"],
    ["modprobe fuse", ""],
    ["efibootmgr -b 1 -B", "act system/boot"],
    ["efibootmgr -v", ""],
    ["crontab -r", "act system/cron"],
    ["crontab -l", ""],
    ["crontab jobs", "act system/cron-replace"],
    ["setenforce 0", "act system/security-off"],
    ["setenforce 1", ""],
    ["journalctl -u x -n 5", ""],
  ])("%s", (line, expected) => expect(of(line)).toBe(expected));

  it.each([
    ["kernel.panic", "1", true],
    ["kernel.randomize_va_space", "2", false],
    ["fs.file-max", "100000", false],
    ["fs.file-max", "10", true],
    ["vm.max_map_count", "262144", false],
  ])("%s=%s", (key, value, expected) => expect(isPerilousSysctl(key, value)).toBe(expected));
});
