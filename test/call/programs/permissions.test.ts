import { describe, expect, it } from "vitest";
import { CWD, effectsOf } from "./harness.js";

const of = (line: string): string => effectsOf(line.split(" ")).join(", ");

describe("modes", () => {
  it.each([
    ["chmod 755 a b", `chmod 755 ${CWD}/a, chmod 755 ${CWD}/b`],
    ["chmod -R 777 /etc", "chmod -R 777 /etc"],
    ["chmod 777 -R /etc", "chmod -R 777 /etc"],
    ["chmod --recursive a+w /etc", "chmod -R a+w /etc"],
    ["chmod -x run", `chmod -x ${CWD}/run`],
    ["chmod -Rf u-w,o=r d", `chmod -R u-w,o=r ${CWD}/d`],
    ["chmod -- -w f", `chmod -w ${CWD}/f`],
    ["chmod --reference=a b", `chmod ⟦reference⟧ ${CWD}/b`],
    ["chmod --help", ""],
    ["setfacl -m u:alice:rw f", `chmod acl ${CWD}/f`],
    ["setfacl -Rm o::rwx f", `chmod -R o+w ${CWD}/f`],
    ["setfacl --test -m o::rwx f", ""],
    ["chattr -R +i /etc", "chmod -R attributes +i /etc"],
  ])("%s", (line, expected) => expect(of(line)).toBe(expected));
});

describe("owners", () => {
  it.each([
    ["chown dev:dev f", `chown dev:dev ${CWD}/f`],
    ["chown -hR dev /usr", "chown -R dev /usr"],
    ["chgrp -R staff d", `chown -R :staff ${CWD}/d`],
    ["chown --reference=a b", `chown ⟦reference⟧ ${CWD}/b`],
    ["chown --from=a dev f", `chown dev ${CWD}/f`],
  ])("%s", (line, expected) => expect(of(line)).toBe(expected));
});

describe("rights", () => {
  it.each([
    ["setcap cap_setuid+ep ./x", "act permission/capability"],
    ["setcap cap_net_bind_service=+ep ./x", ""],
    ["visudo", "act permission/sudoers"],
    ["visudo -cf x", ""],
    ["usermod -aG sudo dev", "act permission/privileged-group"],
    ["usermod -aG docker dev", ""],
    ["usermod -G docker dev", "act system/accounts"],
    ["usermod -L dev", "act system/accounts"],
    ["useradd -m deploy", ""],
    ["useradd -o -u 0 toor", "act permission/privileged-group"],
    ["adduser dev sudo", "act permission/privileged-group"],
    ["adduser dev", ""],
    ["gpasswd -a dev wheel", "act permission/privileged-group"],
    ["userdel -r dev", "act system/accounts"],
    ["passwd -S dev", ""],
    ["passwd -l dev", "act system/accounts"],
    ["net user bob /delete", "act system/accounts"],
    ["net view", ""],
  ])("%s", (line, expected) => expect(of(line)).toBe(expected));
});
