import { describe, expect, it } from "vitest";
import { familyRowsOf, type Surroundings } from "./judging.js";

const of = (command: string, around?: Surroundings): string => familyRowsOf("fs-delete", command, around);

describe("by place", () => {
  it.each([
    ["rm -rf /", "root"],
    ["rm -rf /.", "root"],
    ["rm -rf C:\\\\", "root"],
    ["rm -rf ~root", "home"],
    ["rm -rf /home/*", "home"],
    ["rm -rf /usr", "system"],
    ["rm -rf .git", "vcs"],
    ["rm -rf sub/.git", "vcs"],
    ["rm -rf .", "tree"],
    ["rm *", "tree"],
    ["rm -rf */", "tree"],
    ["rm -rf ..", "home"],
    ["rm -rf ../app", "tree"],
    ["rm -rf /data", "outside"],
    ["rm -rf ~/x/y", "outside"],
    ["rm /etc/hosts", "system"],
    ["rm ~/.ssh/id_rsa", "outside"],
    ["rm ~/.ssh/known_hosts", ""],
    ["rm ~/a.txt", ""],
    ["mv ~/Documents /tmp/x", "move-away"],
    ['ls | while read -r f; do mv "$f" "${f%.txt}.md"; done', ""],
    ['ls | while read -r f; do mv "$f" /tmp/gone/; done', "move-away"],
    ["python3 -c \"print('rm -rf ~')\" | sh", "home"],
    ["python3 -c \"print('rm' ' -rf ~')\" | sh", "home"],
    ["python3 -c \"print('rm -rf ~')\"", ""],
    ["perl -e 'print \"rm -rf ~\"' | bash", "home"],
    ["node -p '\"rm -rf dist\"' | sh", ""],
    ["sqlite3 :memory: '.shell rm -rf ~'", "home"],
    ["sqlite3 :memory: 'drop table x'", ""],
    ["make SHELL='rm -rf ~'", "home"],
    ["make SHELL=/bin/bash test", ""],
    ["nice find . -type f | xargs rm", "tree"],
    ["timeout 5 cat /dev/null > src/a.js", "destroy"],
    ["rsync -a --remove-source-files ~/work/ /tmp/x/", "move-away"],
    ["rsync -a --remove-source-files build/ out/", ""],
    ["mv ~/Documents/a.txt .", ""],
    ["mv ~/Downloads/data.csv data/", ""],
    ["rm .git/hooks/pre-commit", ""],
    ["rm .git/config", "vcs"],
    ["rm -rf dist *.log src/old", ""],
    ["rm -rf /tmp/x /var/tmp/y", ""],
    ["rmdir ~/x", ""],
    ["mv a ~/b", ""],
    ["mv ~/a b", ""],
    ["mv /var/www/app/old /tmp", ""],
    ["mv /var/lib/mysql /tmp", "move-away"],
    ["mv * src/", ""],
    ["mv * ../else", "move-away"],
    ["shred x", "destroy"],
    ["shred /tmp/x", ""],
    ["truncate -s 0 a.log", ""],
    ["shred a.log", "destroy"],
    ["find . -name x -exec shred -u {} ;", "destroy"],
    ["dd if=/dev/zero of=/dev/null", ""],
    ["echo x > .git/HEAD", "vcs"],
    ["for f in *; do > $f; done", "destroy"],
    ["for f in logs/*; do : > $f; done", ""],
    ["rm -rf .g*", "vcs"],
    ["rm -rf .[g]it", "vcs"],
    ["rm -rf .e*", ""],
    ["rm -rf $(ls)", "tree"],
    ["rm -rf `ls -A`", "tree"],
    ["rm -rf $(ls -d build-*)", ""],
    ["ls -d ~/*/ | grep -v app | xargs -n1 rm -rf", "outside"],
    ["ls -1t /home/dev/backups/* | tail -n +8 | xargs rm -rf", "outside"],
    ["ls -1dt releases/*/ | tail -n +4 | xargs rm -rf", ""],
    ["ls -1dt /tmp/build-* | tail -n +3 | xargs rm -rf", ""],
    ['rm -rf "$(dirname "$(git rev-parse --show-toplevel)")"', "home"],
    ['root=$(git rev-parse --show-toplevel); rm -rf "$root/dist" "$(dirname "$root/dist/x")"', ""],
    ["cd dist && rm -rf $(ls)", ""],
    ["rm -rf $(find . -maxdepth 1)", "tree"],
    ["rm -rf $(find . -name '*.egg-info')", ""],
    ["rm $(find ~ -name '*.bak' 2>/dev/null)", "outside"],
    ['find . -type f | while read -r f; do rm "$f"; done', "tree"],
    ["find . -name '*.o' | while read -r f; do rm \"$f\"; done", ""],
    ["find ~ -name core | xargs rm -f", "outside"],
    ["find . -type f | parallel rm", "tree"],
    ["rm -rf C:/Windows", "system"],
    ["rm -rf D:\\\\data", "outside"],
  ])("%s: %s", (command, expected) => {
    expect(of(command)).toBe(expected);
  });
});

describe("with what was observed", () => {
  it("follows a link that leads out of the project, but lets the link itself go", () => {
    const paths = { "/home/dev/app/l": { real: "/etc", exists: true, type: "link" as const } };
    expect(of("rm -rf l", { paths })).toBe("");
    expect(of("rm -rf l/", { paths })).toBe("system");
    expect(of("rm -rf l/*", { paths })).toBe("system");
  });

  it("knows the project by its root, wherever the call works", () => {
    const around = { cwd: "/home/dev/app/sub", project: "/home/dev/app" };
    expect(of("rm -rf *", around)).toBe("");
    expect(of("rm -rf ../*", around)).toBe("tree");
    expect(of("rm -rf ../other", around)).toBe("");
    expect(of('rm -rf "$(git rev-parse --show-toplevel)"', around)).toBe("tree");
  });

  it("protects a project in a temp directory", () => {
    const around = { cwd: "/tmp/work" };
    expect(of("rm -rf .", around)).toBe("tree");
    expect(of("rm -rf .git", around)).toBe("vcs");
    expect(of("shred a.c", around)).toBe("destroy");
    expect(of("rm -rf /tmp/other dist", around)).toBe("");
    expect(of("rm -rf /tmp/*", around)).toBe("");
  });
});

describe("on other machines and in containers", () => {
  it.each([
    ["ssh h 'rm -rf /'", "root"],
    ["ssh h 'rm -rf ~'", "home"],
    ["ssh h 'rm -rf /etc/nginx'", "system"],
    ["ssh h 'rm -rf /var/www/app/releases/1'", ""],
    ["ssh h 'rm -rf /tmp/x'", ""],
    ["ssh h 'rm /srv/app/x.log'", ""],
    ["docker exec web rm -rf /app/tmp", ""],
    ["docker exec web rm -rf /", "root"],
    ["docker run --rm alpine rm -rf /", ""],
    ["docker run --rm -v /:/host alpine rm -rf /host/etc", "system"],
    ['docker run --rm -v "$PWD":/w alpine rm -rf /w/dist', ""],
    ['docker run --rm -v "$PWD":/w alpine rm -rf /w', "tree"],
  ])("%s: %s", (command, expected) => {
    expect(of(command)).toBe(expected);
  });
});
