import { describe, expect, it } from "vitest";
import type { Stdin } from "../../../src/call/effect.js";
import { effectsOf, seen } from "./harness.js";

const A = "/home/dev/app";

/** Effects, inner commands and code of one command line cut at blanks. */
function does(line: string | string[], stdin?: Stdin): string {
  const argv = typeof line === "string" ? line.split(" ") : line;
  const options = stdin ? { stdin } : {};
  const { inner, code } = seen(argv, options);
  return [
    ...effectsOf(argv, options).map((e) => e.replaceAll(`${A}/`, "").replaceAll(A, ".")),
    ...inner.map((c) => `run ${c.words.join(" ").replaceAll(`${A}/`, "")}`),
    ...code.map((c) => `${c.language}: ${c.text}`),
  ].join(" | ");
}

describe("removing and overwriting", () => {
  it.each([
    ["rm a b", "delete a | delete b"],
    ["rm -rf a", "delete-tree a"],
    ["rm -fr a", "delete-tree a"],
    ["rm a -r", "delete-tree a"],
    ["rm --recursive --force a", "delete-tree a"],
    ["rm --rec a", "delete-tree a"],
    ["rm -- -rf", "delete -rf"],
    ["rm -rf ~/x /etc", "delete-tree /home/dev/x | delete-tree /etc"],
    ["rm -rf --help", ""],
    ["rmdir a", "delete a"],
    ["unlink a", "delete a"],
    ["trash a", "delete-tree a"],
    ["gio trash a", "delete-tree a"],
    ["trash-empty", "delete-tree /home/dev/.local/share/Trash"],
    ["shred -u a", "shred a"],
    ["shred -n 3 a", "shred a"],
    ["srm -r a", "shred a | delete-tree a"],
    ["truncate -s 0 a", "truncate a"],
    ["truncate --size=0 a", "truncate a"],
    ["truncate -s -10 a", "truncate a"],
    ["truncate -s 10M a.img", "touch a.img"],
    ["cp /dev/null a", "null a"],
    ["install -m 644 /dev/null a", "null a | chmod 644 a"],
    ["ln -sf /dev/null a", "link a -> /dev/null | null a"],
    ["cat /dev/null", "read /dev/null"],
    ["dd if=/dev/zero of=src/main.c", "read /dev/zero | overwrite src/main.c | null src/main.c"],
    ["dd if=/dev/zero of=disk.img bs=1M count=10", "read /dev/zero | overwrite disk.img"],
    ["dd if=a of=b", "read a | overwrite b"],
    ["dd if=/dev/zero of=/dev/sda", "read /dev/zero | overwrite /dev/sda"],
  ])("%s", (line, expected) => {
    expect(does(line)).toBe(expected);
  });

  it("empties a file through a redirection or tee", () => {
    expect(does("tee a", { kind: "file", word: { text: "/dev/null", known: true, glob: false, tilde: false } })).toBe(
      "null a",
    );
    expect(does("tee -a a")).toBe("append a");
  });
});

describe("copying, moving, linking", () => {
  it.each([
    ["cp a b", "read a | overwrite b | overwrite b/a"],
    ["cp a b d", "read a | read b | overwrite d/a | overwrite d/b"],
    ["cp -t d a", "read a | overwrite d/a"],
    ["cp -T a b", "read a | overwrite b"],
    ["cp a ~/.ssh/", "read a | overwrite /home/dev/.ssh/a"],
    ["cp -r dot/. ~", "read dot | overwrite /home/dev/*"],
    ["cp -s a b", "read a | link b -> a | link b/a -> a"],
    ["mv a b", "move a -> b | move a -> b/a"],
    ["mv a b d/", "move a -> d/a | move b -> d/b"],
    ["mv ~ /tmp/x", "move /home/dev -> /tmp/x | move /home/dev -> /tmp/x/~"],
    ["mv a /dev/null", "move a -> /dev/null | delete-tree a | move a -> /dev/null/a"],
    ["ln -s /etc x", "link x -> /etc | link x/etc -> /etc"],
    ["ln -s ../b sub/x", "link sub/x -> b | link sub/x/b -> sub/b"],
    ["ln -s /etc", "link etc -> /etc"],
    ["install -d /opt/x", "mkdir /opt/x"],
    ["install -Dm755 a b/c", "read a | overwrite b/c | overwrite b/c/a | chmod 755 b/c | chmod 755 b/c/a"],
  ])("%s", (line, expected) => {
    expect(does(line)).toBe(expected);
  });
});

describe("reading", () => {
  it.each([
    ["cat a b", "read a | read b"],
    ["head -n 5 a", "read a"],
    ["tail -f -n 20 a", "read a"],
    ["sort -o out a", "overwrite out | read a"],
    ["sort --compress-program=sh a", "read a | sh: sh"],
    ["split -b 10 --filter=sh a", "read a | sh: sh"],
    ["uniq a b", "read a | overwrite b"],
    ["xxd -r a b", "read a | overwrite b"],
    ["ls -la ~/.ssh", "list /home/dev/.ssh"],
    ["test -f a", "list -f | list a"],
    ["echo rm -rf /", ""],
    ["grep -r pattern src", "read src"],
    ["grep -e p a", "read a"],
    ["grep -q p a", "list a"],
    ["rg --pre sh p a", "read a | sh: sh"],
    ["rg p", ""],
    ["man -P sh ls", "sh: sh"],
    [["less", "+!rm x", "a"], "read +!rm x | read a | sh: rm x"],
  ] as [string | string[], string][])("%s", (line, expected) => {
    expect(does(line)).toBe(expected);
  });
});

describe("find and fd", () => {
  it.each([
    ["find . -name *.pyc -delete", "list . | delete ⟦found⟧/*.pyc"],
    ["find . -delete", "list . | delete-tree *"],
    ["find . -type f -delete", "list . | delete-tree *"],
    ["find /tmp/x -mtime +3 -delete", "list /tmp/x | delete /tmp/x/⟦found⟧"],
    ["find . ! -name keep -delete", "list . | delete-tree *"],
    ["find . -name a -o -name b -delete", "list . | delete ⟦found⟧/b"],
    ["find . ( -name a -o -name b ) -delete", "list . | delete ⟦found⟧"],
    ["find . ( -name a -o -type f ) -delete", "list . | delete-tree *"],
    ["find . -name * -delete", "list . | delete-tree *"],
    ["find . -name .git -exec rm -rf {} +", "list . | run rm -rf ⟦found⟧/.git"],
    ["find . -exec rm -rf {} ;", "list . | run rm -rf *"],
    ["find / -type f -exec shred {} ;", "list / | run shred /*"],
    ["find . -name x -execdir rm {} ;", "list . | run rm ⟦found⟧/x"],
    ["find . -name x -ok rm {} ; -print", "list . | run rm ⟦found⟧/x"],
    ["find . -path ./.git/* -delete", "list . | delete .git/*"],
    ["find . -path */tmp/* -delete", "list . | delete ⟦found⟧/tmp/*"],
    ["find . -fprint out", "list . | overwrite out"],
    ["find . -fprintf ~/.bashrc %p", "list . | overwrite /home/dev/.bashrc"],
    ["find -L a b -empty -delete", "list a | list b | delete a/⟦found⟧ | delete b/⟦found⟧"],
    ["find . -path ./node_modules -prune -o -name *.log -print", "list ."],
    ["fd -e pyc -x rm", "list . | run rm ./⟦found⟧"],
    ["fd . -X rm -rf", "list . | run rm -rf ./*"],
    ["fd pat src -x mv {} {.}.bak", "list src | run mv src/⟦found⟧ src/⟦found⟧.bak"],
  ])("%s", (line, expected) => {
    expect(does(line)).toBe(expected);
  });
});

describe("archives", () => {
  it.each([
    ["tar xzf a.tgz", "read a.tgz | extract ."],
    ["tar -xf a.tgz -C /", "read a.tgz | extract /"],
    ["tar -C / -xf a.tgz", "read a.tgz | extract /"],
    ["tar xPf a.tar", "read a.tar | extract /"],
    ["tar xf a.tar --to-command=sh", "read a.tar | sh: sh"],
    ["tar cf a.tar src --remove-files", "overwrite a.tar | read src | delete-tree src"],
    ["tar cf a.tar --checkpoint=1 --checkpoint-action=exec=x src", "overwrite a.tar | read src | sh: x"],
    ["tar -cf a.tar -I evil src", "overwrite a.tar | read src | sh: evil"],
    ["tar tf a.tar", "read a.tar"],
    ["tar czf a.tgz -C /srv data", "overwrite a.tgz | read /srv/data"],
    ["zip -r a.zip d", "overwrite a.zip | read d"],
    ["zip -m a.zip d", "overwrite a.zip | read d | delete-tree d"],
    ["zip a.zip d -T -TT sh", "overwrite a.zip | read d | sh: sh"],
    ["unzip a.zip", "read a.zip | extract ."],
    ["unzip -o a.zip -d /etc", "extract /etc | read a.zip"],
    ["unzip -l a.zip", "read a.zip"],
    ["7z x a.7z -o/etc", "read a.7z | extract /etc"],
    ["7z a a.7z d -sdel", "inplace a.7z | read d | delete-tree d"],
    ["gzip a", "inplace a"],
    ["gzip -dc a.gz", "read a.gz"],
    ["cpio -idmv -D /", "list / | extract /"],
    ["rsync -a --delete empty/ d/", "overwrite d | read empty | delete-tree d | overwrite d/*"],
    ["rsync -an --delete a/ b/", ""],
    ["rsync -a --remove-source-files a/ b/", "overwrite b | read a | overwrite b/* | move a/* -> b"],
    ["rsync -e sh a h:b", "reach h | overwrite null | read a | overwrite null | sh: sh"],
    ["rclone purge d", "delete-tree d"],
    ["rclone sync a b", "delete-tree b"],
  ])("%s", (line, expected) => {
    expect(does(line)).toBe(expected);
  });

  it("tells whose files a remote target names", () => {
    const { effects } = seen(["rsync", "-a", "--delete", "a/", "me@h:/etc/"]);
    expect(effects).toContainEqual(expect.objectContaining({ kind: "delete", remote: { kind: "host", name: "me@h" } }));
  });
});

describe("text and editors", () => {
  it.each([
    [["sed", "s/a/b/", "f"], "read f | sed: s/a/b/"],
    [["sed", "-i", "s/a/b/", "f"], "inplace f | sed: s/a/b/"],
    [["sed", "-i.bak", "-e", "s/a/b/", "f"], "inplace f | sed: s/a/b/"],
    [["sed", "", "f"], "read f | sed: "],
    [["sed", "-Ei", "s/a/b/", "f"], "inplace f | sed: s/a/b/"],
    [["sed", "-i", "", "s/a/b/", "f"], "inplace f | sed: s/a/b/"],
    [["awk", "{print}", "f"], "read f | awk: {print}"],
    [["awk", "-F:", "-v", "x=1", "{print}", "y=2", "f"], "read f | awk: {print}"],
    [["gawk", "-i", "inplace", "{print}", "f"], "inplace f | awk: {print}"],
    [["yq", "-i", ".a=1", "f.yml"], "inplace f.yml"],
    [["patch", "-p1", "-i", "x.diff"], "read x.diff"],
    [["vim", "-c", "!rm x"], "sh: rm x"],
    [["vim", "+:!rm x", "f"], "read f | sh: rm x"],
    [["vim", "-es", "-c", "w ~/.bashrc", "-c", "q"], "overwrite /home/dev/.bashrc"],
    [["ex", "-sc", "%s/a/b/|x", "f"], "read f | inplace f"],
    [["nvim", "--headless", "-c", "call system('rm x')"], "sh: rm x"],
    [["emacs", "--batch", "--eval", '(shell-command "rm x")'], "sh: rm x"],
    [["emacs", "-batch", "-eval", '(delete-directory "~/x" t)'], "delete-tree /home/dev/x"],
    [["nano", "f"], ""],
  ])("%j", (line, expected) => {
    expect(does(line)).toBe(expected);
  });

  it.each([
    ["ed f", "!rm x\nw\nq\n", "read f | inplace f | sh: rm x"],
    ["ed -s f", "a\n!rm x\n.\nw\n", "read f | inplace f"],
    ["ed", "w /etc/x\n", "overwrite /etc/x"],
  ])("%s of %j", (line, text, expected) => {
    expect(does(line, { kind: "text", text, known: true })).toBe(expected);
  });
});
