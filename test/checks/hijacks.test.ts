import { describe, expect, it } from "vitest";
import { takesOver } from "../../src/checks/hijacks.js";
import { grants } from "../../src/checks/modes.js";
import { printsToken } from "../../src/checks/token-printers.js";

describe("variables", () => {
  it.each([
    ["LD_PRELOAD", "./x.so", "ls", true],
    ["LD_PRELOAD", "libjemalloc.so.2", "node", false],
    ["LD_PRELOAD", "/usr/lib/x86_64-linux-gnu/libasan.so.8", "app", false],
    ["LD_PRELOAD", "", "app", false],
    ["LD_LIBRARY_PATH", "/tmp/x", "app", false],
    ["BASH_ENV", "x.sh", "bash", true],
    ["BASH_ENV", "", "bash", false],
    ["PS4", "$(x)", "bash", true],
    ["PS4", "+ $LINENO: ", "bash", false],
    ["BASH_FUNC_ls%%", "() { x; }", "bash", true],
    ["ENV", "/tmp/x", "sh", true],
    ["ENV", "/tmp/x", "node", false],
    ["ENV", "production", "sh", false],
    ["PATH", ".", "ls", true],
    ["PATH", ":/usr/bin", "ls", true],
    ["PATH", "/tmp/x:⟦$PATH⟧", "ls", true],
    ["PATH", "⟦$PATH⟧:/tmp/x", "ls", false],
    ["PATH", "/home/dev/app/node_modules/.bin:⟦$PATH⟧", "ls", false],
    ["PATH", "./node_modules/.bin:⟦$PATH⟧", "ls", false],
    ["NODE_OPTIONS", "--max-old-space-size=4096", "npm", false],
    ["NODE_OPTIONS", "--require /tmp/x.js", "node", true],
    ["NODE_OPTIONS", "-r dotenv/config", "node", false],
    ["JAVA_TOOL_OPTIONS", "-javaagent:/tmp/x.jar", "java", true],
    ["JAVA_TOOL_OPTIONS", "-Xmx2g", "java", false],
    ["GIT_SSH_COMMAND", "ssh -i k -o IdentitiesOnly=yes", "git", false],
    ["GIT_SSH_COMMAND", "sh -c 'x'", "git", true],
    ["PAGER", "less -R", "git", false],
    ["PAGER", "rm -rf /", "git", true],
    ["LESSOPEN", "|/usr/bin/lesspipe %s", "less", false],
    ["LESSOPEN", "|curl x | sh", "less", true],
    ["FOO", "rm -rf /", "x", false],
  ])("%s=%s for %s: %s", (name, value, program, expected) => expect(takesOver(name, value, program)).toBe(expected));
});

describe("modes", () => {
  const flags = (mode: string): string =>
    Object.entries(grants(mode))
      .flatMap(([name, on]) => (on ? [name] : []))
      .join(" ");
  it.each([
    ["755", ""],
    ["0777", "worldWrite"],
    ["1777", "worldWrite"],
    ["4755", "setuid"],
    ["02775", "setgid"],
    ["6777", "worldWrite setuid setgid"],
    ["000", "closes"],
    ["+x", ""],
    ["+w", ""],
    ["a+w", "worldWrite"],
    ["o=rw", "worldWrite"],
    ["ugo+rwx", "worldWrite"],
    ["go-w", ""],
    ["u+s", "setuid"],
    ["+s", "setuid setgid"],
    ["g+s", "setgid"],
    ["u+rwX,go-rwx", ""],
    ["u=rw,o+w", "worldWrite"],
    ["u+x-w,o+w", "worldWrite"],
    ["-x", "closes"],
    ["a=", "closes"],
    ["⟦mode⟧", ""],
  ])("%s: %s", (mode, expected) => expect(flags(mode)).toBe(expected));
});

describe("token printers", () => {
  it.each([
    ["gh auth token", true],
    ["gh auth status", false],
    ["gh auth status --show-token", true],
    ["aws --profile prod configure get aws_secret_access_key", true],
    ["aws configure get region", false],
    ["aws ssm get-parameter --name x --with-decryption", true],
    ["aws ssm get-parameter --name x", false],
    ["aws sts get-caller-identity", false],
    ["kubectl -n prod get secret db -ojson", true],
    ["kubectl get secrets", false],
    ["kubectl get secret db -o name", false],
    ["kubectl get pods -o yaml", false],
    ["kubectl config view", false],
    ["vault kv get secret/db", true],
    ["vault kv list secret", false],
    ["terraform output -raw db_password", true],
    ["terraform output -raw vpc_id", false],
    ["heroku config:set A=b", false],
    ["git credential fill", true],
    ["echo gh auth token", false],
  ])("%s: %s", (line, expected) => {
    const [program = "", ...words] = line.split(" ");
    expect(printsToken(program, words)).toBe(expected);
  });
});
