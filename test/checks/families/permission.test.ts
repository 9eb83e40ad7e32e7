import { describe, expect, it } from "vitest";
import { familyRowsOf } from "./judging.js";

const of = (command: string): string => familyRowsOf("permission", command);

describe("by place and mode", () => {
  it.each([
    ["chmod 777 /etc/passwd", "world-writable"],
    ["chmod -R 777 /", "world-writable recursive"],
    ["chmod -R 755 /usr", "recursive"],
    ["chmod 755 /etc/*", "recursive"],
    ["chmod o+w ~", "world-writable"],
    ["chmod 777 ~/x", "world-writable"],
    ["chmod 777 /tmp/x", ""],
    ["chmod 777 x", ""],
    ["chmod -R 777 .", "world-writable-tree"],
    ["chmod -R 755 .", ""],
    ["chmod -R 700 ~/x", ""],
    ["chmod 644 /etc/nginx/x.conf", ""],
    ["chmod 000 /etc", "recursive"],
    ["chmod -R 755 ../..", "recursive"],
    ["chmod u+s x", "setuid"],
    ["chmod g+s x", ""],
    ["chmod g+s /usr/bin/x", "setuid"],
    ["chmod --reference=x /etc/hosts", "world-writable"],
    ["find / -name '*.conf' | xargs chmod 666", "world-writable"],
    ["chown -R dev /usr", "recursive"],
    ["chown -R dev ~/.npm", ""],
    ["chown dev /etc/shadow", "recursive"],
    ["chown -R dev dist", ""],
    ["chattr -i /etc/passwd", "recursive"],
    ["chattr +i x", ""],
    ["setfacl -m u:a:rw x", ""],
    ["setfacl -R -m u:a:rw /etc", "acl"],
    ["echo x > /etc/sudoers.d/y", "sudoers"],
    ["mv x /etc/sudoers", "sudoers"],
    ["cat /etc/sudoers", ""],
    ["umask 000", ""],
  ])("%s: %s", (command, rows) => expect(of(command)).toBe(rows));
});
