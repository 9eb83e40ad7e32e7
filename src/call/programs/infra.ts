import { baseName } from "../path.js";
import { plainWord, type Word } from "../word.js";
import type { Emitter, Handler, Invocation } from "./emit.js";
import { appPrograms } from "./infra-apps.js";
import { cloudHandlers, cloudPrograms } from "./infra-cloud.js";
import { containerHandlers } from "./infra-container.js";
import { dockerPrograms, imageCopy } from "./infra-docker.js";
import { iacPrograms } from "./infra-iac.js";
import { kubeHandlers, kubePrograms } from "./infra-kube.js";
import { machinePrograms } from "./infra-machines.js";
import type { ProgramSpec } from "./spec.js";

/** Infrastructure as code, clusters, clouds, hosting platforms, containers, machines, stores. */
export const programs: readonly ProgramSpec[] = [
  ...iacPrograms,
  ...kubePrograms,
  ...cloudPrograms,
  ...appPrograms,
  ...dockerPrograms,
  ...machinePrograms,
];

const COMMAND_MODULES = new Set(["", "command", "shell", "raw", "script", "win_shell", "win_command", "expect"]);

/** `ansible PATTERN -m MODULE -a ARGS`: what the module does on the hosts, where it runs commands or removes files. */
const ansible: Handler = (inv, out) => {
  const module = (inv.value("-m")?.text ?? "command").replace(/^ansible\.(?:builtin|windows|legacy)\./, "");
  if (/^(?:win_)?(?:reboot|shutdown)$|^community\.general\.shutdown$/.test(module)) out.act("system/halt", module);
  const args = inv.value("-a");
  if (!args) return;
  const remote = { kind: "host", name: inv.operands[0]?.text ?? "all" } as const;
  const text = args.text.replace(/^(?:(?:chdir|creates|removes|executable)=\S+\s+)*(?:cmd=)?/, "");
  if (COMMAND_MODULES.has(baseName(module))) out.code("sh", { ...args, text }, { cwd: null, remote });
  else if (module === "file") hostFile(inv, args, out);
  else if (
    /(?:^|\.)(?:postgresql|mysql|mongodb|influxdb)_(?:db|database|schema|user)$|(?:^|\.)(?:k8s|ec2_instance|s3_bucket|rds_instance|docker_volume)$/.test(
      module,
    )
  ) {
    if (/(?:^|\s)state=(?:absent|terminated)/.test(args.text))
      out.act(/k8s|ec2|s3|rds|docker/.test(module) ? "infra/cloud-delete" : "infra/database-drop", args.text);
  } else if (/^(?:user|group)$/.test(module) && /(?:^|\s)state=absent/.test(args.text))
    out.act("system/accounts", args.text);
};

/** `state=absent path=P` removes P and everything below it; `mode=` and `recurse=` are as `chmod` has them. */
function hostFile(inv: Invocation, args: Word, out: Emitter): void {
  const path = /(?:^|\s)(?:path|dest|name)=(\S+)/.exec(args.text)?.[1];
  if (path === undefined) return;
  const mode = /(?:^|\s)mode=(\S+)/.exec(args.text)?.[1];
  const tree = /(?:^|\s)recurse=(?:yes|true)/i.test(args.text);
  const line = /(?:^|\s)state=absent/.test(args.text)
    ? ["rm", "-rf", path]
    : mode === undefined
      ? undefined
      : ["chmod", ...(tree ? ["-R"] : []), mode, path];
  if (!line) return;
  const name = inv.operands[0]?.text ?? "all";
  // `localhost` is this machine.
  const here = /^(?:localhost|127\.0\.0\.1)$/.test(name);
  out.command(line.map(plainWord), { cwd: null, ...(here ? {} : { remote: { kind: "host", name } }) });
}

export const handlers: Readonly<Record<string, Handler>> = {
  "image-copy": imageCopy,
  ...kubeHandlers,
  ...cloudHandlers,
  ...containerHandlers,
  ansible,
};
