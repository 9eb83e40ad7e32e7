import { describe, expect, it } from "vitest";
import { familyRowsOf, type Surroundings } from "./judging.js";

const of = (call: Parameters<typeof familyRowsOf>[1], around?: Surroundings): string =>
  familyRowsOf("persistence", call, around);

describe("by place", () => {
  it.each([
    ["git config --global include.path /tmp/x", "git-config"],
    ["git config --local include.path ../.gitconfig", ""],
    ["git config --system init.templateDir /tmp/t", "git-config"],
    ["echo x >> ~/.bashrc", "shell-startup"],
    ["touch ~/.bashrc", ""],
    ["echo x >> ~/.bash{rc,_profile}", "shell-startup"],
    ["find ~ -maxdepth 1 -name .bashrc -exec sh -c 'echo x >> $1' _ {} \\;", "shell-startup"],
    ["find . -name .npmrc -exec sed -i s/a/b/ {} +", ""],
    ["echo x > .git/hook?/pre-commit", "git-hooks"],
    ["echo x > .g[i]t/conf*", "git-config"],
    ["echo x > .git/info/*", ""],
    ["systemctl enable --now ./app.service", "autostart"],
    ["systemctl enable --now nginx", ""],
    ["launchctl load ~/Library/LaunchAgents/x.plist", "autostart"],
    ["launchctl list", ""],
    ["echo p | at now + 1 hour", "cron"],
    ["at -l", ""],
    ["mkdir -p ~/.ssh ~/.config/systemd/user", ""],
    ["cp a ~/.ssh/", "ssh"],
    ["cp .bashrc ~", "shell-startup"],
    ["mv ~/.bashrc /tmp/", ""],
    ["cp -r d/. ~/", "extract"],
    ["rsync -a d/ ~/", "extract"],
    ["rsync -a d ~/", ""],
    ["tar xf a -C ~/.config", ""],
    ["tar xf a -C ~/.config/autostart", "extract"],
    ["ln x ~/.profile", "shell-startup"],
    ["ln ~/.profile x", "shell-startup"],
    ["ln -s ~/.profile x", ""],
    ["echo x > /opt/app/conf", ""],
    ["echo x > /var/www/index.html", ""],
    ["mkdir -p /etc/x", ""],
    ["echo x > /dev/stderr", ""],
    ["echo x > /proc/self/fd/2", ""],
    ["docker exec web sh -c 'echo x > /etc/motd'", ""],
    ["docker run -v /etc:/e alpine sh -c 'echo x > /e/motd'", "system"],
    ["ssh h 'echo x >> ~/.bashrc'", "shell-startup"],
    ['cd "$(git rev-parse --git-dir)" && cp a hooks/x', "git-hooks"],
    ['cp a "$(git rev-parse --git-dir)/hooks/x"', "git-hooks"],
    ['cp a "$X/.git/hooks/x"', "git-hooks"],
  ])("%s: %s", (command, expected) => {
    expect(of(command)).toBe(expected);
  });

  it("holds for file tools too", () => {
    expect(of({ tool: "write", input: { filePath: "/home/dev/.zshrc", content: "" } })).toBe("shell-startup");
    expect(of({ tool: "edit", input: { filePath: "/home/dev/app/.git/config", oldString: "a", newString: "b" } })).toBe(
      "git-config",
    );
    expect(of({ tool: "write", input: { filePath: "/home/dev/app/.bashrc", content: "" } })).toBe("");
  });
});

describe("through a link that leads out of the project", () => {
  const paths = {
    "/home/dev/app/l": { real: "/data", exists: true, type: "link" as const },
    "/home/dev/app/l/x": { real: "/data/x", exists: false },
    "/home/dev/app/in": { real: "/home/dev/app/src", exists: true, type: "link" as const },
    "/home/dev/app/t/x": { real: "/tmp/x", exists: false },
  };

  it.each([
    ["echo x > l/x", "link-escape"],
    ["rm l/x", "link-escape"],
    ["rm -rf l/", "link-escape"],
    ["chmod 600 l/x", "link-escape"],
    ["mv l/x .", "link-escape"],
    ["rm l", ""],
    ["mv l m", ""],
    ["cat l/x", ""],
    ["echo x > in/x", ""],
    ["echo x > t/x", ""],
    ["ln -sfn /data l", ""],
  ])("%s: %s", (command, expected) => {
    expect(of(command, { paths })).toBe(expected);
  });
});
