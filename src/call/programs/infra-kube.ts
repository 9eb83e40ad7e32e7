import type { Remote } from "../effect.js";
import type { Handler } from "./emit.js";
import { CHANGES, deed, deedWhen, each, LOCAL, READS, texts } from "./infra-shape.js";
import { overridden } from "./kube-overrides.js";
import { there } from "./remote-tail.js";
import type { CommandSpec, Form, ProgramSpec } from "./spec.js";

const CLUSTER = "infra/cluster-delete";

/** Kinds that a controller makes anew, or that end by themselves: deleting one by name is ordinary. */
const SHORT_LIVED = ["pod", "pods", "po", "job", "jobs", "event", "events", "ev", "pod/*", "pods/*", "po/*", "job/*"];

// kubernetes.io/docs/reference/kubectl/generated: options of every subcommand, and the common ones of several.
const globals: Partial<CommandSpec> = {
  values: texts(
    "-n --namespace",
    "--context",
    "--cluster",
    "--kubeconfig",
    "--user",
    "-s --server",
    "--token",
    "--as",
    "--as-group",
    "--certificate-authority",
    "--client-certificate",
    "--client-key",
    "--request-timeout",
    "-v --v",
    "--cache-dir",
    "--field-manager",
    "-o --output",
    "-l --selector",
    "--field-selector",
    "--grace-period",
    "--timeout",
    "-c --container",
    "--tail",
    "--since",
    "--template",
    "--sort-by",
    "--replicas",
    "--image",
    "-p --patch",
    "--type",
    "-L --label-columns",
  ),
  optional: { "--dry-run": "text", "--cascade": "text", "--wait": "text" },
  flags: [
    "-A --all-namespaces",
    "-w --watch",
    "-R --recursive",
    "--force",
    "--now",
    "-i --stdin",
    "-t --tty",
    "-q --quiet",
  ],
};

const remove: CommandSpec = {
  ...CHANGES,
  flags: ["--all", "--ignore-not-found", "--interactive"],
  values: texts("-f --filename", "-k --kustomize"),
  dry: ["--dry-run"],
  forms: [
    { when: { any: ["-f", "-k", "--all"] }, act: CLUSTER },
    { when: { none: ["-f", "-k", "--all"], noOperand: SHORT_LIVED, min: 1 }, act: CLUSTER },
  ],
};

const inPod: CommandSpec = { ...CHANGES, handler: "kube-exec" };

const kubectl: ProgramSpec = {
  names: ["kubectl", "k", "oc", "k3s-kubectl", "microk8s.kubectl", "kubecolor"],
  ...globals,
  network: true,
  subcommands: {
    delete: remove,
    drain: deed(CLUSTER, {
      dry: ["--dry-run"],
      flags: ["--ignore-daemonsets", "--delete-emptydir-data --delete-local-data", "--disable-eviction"],
      values: texts("--pod-selector"),
    }),
    replace: deedWhen(CLUSTER, { has: ["--force"] }, { dry: ["--dry-run"], values: texts("-f --filename") }),
    scale: deedWhen("infra/scale-to-zero", { value: { "--replicas": ["0"] } }, { dry: ["--dry-run"] }),
    exec: inPod,
    rsh: inPod,
    run: {
      ...CHANGES,
      dry: ["--dry-run"],
      flags: ["--rm", "--command", "--privileged"],
      values: texts("--overrides"),
      handler: "kube-run",
    },
    debug: { ...CHANGES, handler: "kube-run" },
    cp: { ...CHANGES, remote: "container", operands: { rest: "remote-read", last: "remote-write" } },
    apply: {
      ...CHANGES,
      dry: ["--dry-run"],
      flags: ["--prune", "--all", "--server-side"],
      values: texts("-f --filename", "-k --kustomize"),
      forms: [{ when: { has: ["--prune", "--all"] }, act: CLUSTER }] as Form[],
    },
    ...each(["create", "patch", "annotate", "label", "set", "edit", "expose", "autoscale", "taint"], {
      ...CHANGES,
      dry: ["--dry-run"],
    }),
    ...each(
      ["cordon", "uncordon", "certificate", "attach", "wait", "adm", "new-app", "start-build", "policy"],
      CHANGES,
    ),
    rollout: {
      subcommands: { ...each(["status", "history"], READS), ...each(["restart", "undo", "pause", "resume"], CHANGES) },
    },
    ...each(["get", "describe", "logs", "top", "diff", "explain", "auth", "version", "api-resources", "events"], READS),
    ...each(
      ["api-versions", "cluster-info", "kustomize", "options", "port-forward", "proxy", "whoami", "status"],
      READS,
    ),
    config: {
      ...LOCAL,
      subcommands: { "current-context get-contexts get-clusters get-users view": { mutates: false } },
    },
    ...each(["project", "plugin", "login", "logout"], LOCAL),
    completion: READS,
  },
};

/** The same below another program, where it has no names of its own. */
const { names: _, ...kubectlCommand } = kubectl;

// helm.sh/docs/helm
const helm: ProgramSpec = {
  names: ["helm", "helm3"],
  values: texts(
    "-n --namespace",
    "--kube-context",
    "--kubeconfig",
    "--registry-config",
    "--repository-config",
    "-f --values",
    "--set",
    "--set-string",
    "--version",
    "--timeout",
    "-o --output",
    "--description",
  ),
  optional: { "--dry-run": "text" },
  flags: ["--debug", "--wait", "--no-hooks", "--keep-history", "--purge"],
  network: true,
  subcommands: {
    "uninstall delete del un": deed("infra/release-uninstall", { dry: ["--dry-run"] }),
    ...each(["upgrade", "install", "rollback"], { ...CHANGES, dry: ["--dry-run"] }),
    ...each(
      ["template", "list ls", "status", "get", "history", "show", "search", "lint", "diff", "version", "env"],
      READS,
    ),
    ...each(["repo", "dependency dep", "pull fetch", "create", "package", "plugin", "registry"], CHANGES),
    "push cm-push": { ...CHANGES, forms: [{ act: "publish/artifact" }] },
  },
};

const helmfile: ProgramSpec = {
  names: ["helmfile", "helmsman", "skaffold", "tilt", "devspace", "okteto", "garden"],
  values: texts("-f --file", "-e --environment", "-n --namespace", "--kube-context", "-l --selector", "-p --profile"),
  subcommands: {
    "destroy delete": deed("infra/release-uninstall"),
    ...each(["diff", "list", "template", "lint", "status", "build", "render", "diagnose"], READS),
  },
};

const argocd: ProgramSpec = {
  names: ["argocd"],
  values: texts("--server", "--auth-token", "--config", "-N --app-namespace", "--core"),
  network: true,
  subcommands: {
    ...each(["app", "proj", "cluster", "repo", "appset"], {
      subcommands: {
        "delete rm": deed(CLUSTER),
        ...each(["list", "get", "diff", "history", "logs", "manifests", "resources", "wait"], READS),
      },
    }),
  },
};

const flux: ProgramSpec = {
  names: ["flux", "istioctl", "linkerd", "cilium", "velero", "kubevirt", "virtctl", "rke", "k0s", "talosctl", "capi"],
  values: texts("-n --namespace", "--context", "--kubeconfig", "-f --filename"),
  network: true,
  optional: { "--dry-run": "text" },
  subcommands: {
    "uninstall x": deed(CLUSTER, { dry: ["--dry-run"] }),
    ...each(["delete", "reset", "remove"], deed(CLUSTER, { dry: ["--dry-run"] })),
    "backup schedule": { subcommands: { delete: deed(CLUSTER) } },
  },
};

/** Managed and self-run clusters; the ones made for a developer's own machine are ordinary to delete. */
const clusters: ProgramSpec = {
  names: ["eksctl", "kops", "ksctl", "clusterctl", "rosa", "aks-engine", "gardenctl"],
  values: texts("--name", "-r --region", "-p --profile", "-f --config-file", "--state", "--cluster", "--kubeconfig"),
  network: true,
  subcommands: {
    delete: deed(CLUSTER),
    ...each(["get", "validate", "export", "utils", "info", "version", "describe", "list"], READS),
    ...each(["create", "upgrade", "scale", "update", "rolling-update", "edit", "enable"], CHANGES),
  },
};

const deleting: CommandSpec = {
  flags: ["-a --all", "--purge", "-f --force"],
  values: texts("-n --name", "-p --profile"),
};
const deleteForms: Form[] = [
  { when: { operand: ["prod", "prod-*", "production*", "live"] }, act: CLUSTER },
  { when: { value: { "-n": ["prod", "prod-*", "production*"] } }, act: CLUSTER },
];

const localClusters: ProgramSpec = {
  names: ["kind", "minikube", "k3d", "ctlptl", "colima", "microk8s"],
  mutates: true,
  network: true,
  values: texts("-p --profile", "--name", "-n --namespace"),
  subcommands: {
    kubectl: kubectlCommand,
    ssh: there({ names: 0, values: "-p --profile, -n --node" }),
    // All of them, or what no test is called: somebody works on those.
    "delete rm": deedWhen(CLUSTER, { any: ["--all", "--purge", "-f"] }, { ...deleting, forms: deleteForms }),
    cluster: {
      subcommands: { "delete rm": deedWhen(CLUSTER, { any: ["--all"] }, { ...deleting, forms: deleteForms }) },
    },
    ...each(["get", "status", "version", "logs", "ip", "profile"], READS),
  },
};

const k3s: ProgramSpec = { names: ["k3s", "rke2"], subcommands: { kubectl: kubectlCommand } };

const kubeadm: ProgramSpec = {
  names: ["kubeadm"],
  subcommands: { reset: deed(CLUSTER, { dry: ["--dry-run"] }), ...each(["init", "join", "upgrade", "token"], CHANGES) },
};

const viewers: ProgramSpec = {
  names: [
    "k9s",
    "kustomize",
    "stern",
    "kubectx",
    "kubens",
    "kubeval",
    "kubeconform",
    "kube-linter",
    "popeye",
    "kubent",
  ],
  mutates: "unknown",
  network: true,
};

/** Names uninstall scripts that k3s and rke2 lay down. */
const uninstallers: ProgramSpec = {
  names: ["k3s-uninstall.sh", "k3s-agent-uninstall.sh", "k3s-killall.sh", "rke2-uninstall.sh"],
  mutates: true,
  forms: [{ act: CLUSTER }],
};

/** Words after `--` are the pod's command. */
const kubeRun: Handler = (inv, out) => {
  const at = inv.words.findIndex((w) => w.text === "--");
  const remote: Remote = { kind: "container", name: inv.operands[0]?.text ?? "pod", throwaway: inv.has("--rm") };
  for (const { words, mounts } of overridden(inv.value("--overrides")?.text ?? ""))
    if (words.length > 0) out.command(words, { cwd: null, remote: { ...remote, mounts } });
  if (at < 0) return;
  const words = inv.words.slice(at + 1);
  if (words.length === 0) return;
  // A debugging pod on a node sees the node's own file system under /host.
  const node = inv.path.includes("debug") && inv.operands.some((w) => w.text.startsWith("node/"));
  out.command(words, { cwd: null, remote: node ? { ...remote, mounts: [{ host: "/", inside: "/host" }] } : remote });
};

/** `kubectl exec POD -- words`, or the old form without `--`. */
const kubeExec: Handler = (inv, out) => {
  const pod = inv.operands[0];
  if (!pod) return;
  const at = inv.words.findIndex((w) => w.text === "--");
  const words = inv.words.slice((at < 0 ? inv.words.lastIndexOf(pod) : at) + 1);
  if (words.length === 0) return;
  const remote: Remote = { kind: "container", name: pod.text };
  out.command(words, { cwd: null, remote, ...(inv.stdin ? { stdin: inv.stdin } : {}) });
};

export const kubePrograms: readonly ProgramSpec[] = [
  kubectl,
  helm,
  helmfile,
  argocd,
  flux,
  clusters,
  localClusters,
  k3s,
  kubeadm,
  viewers,
  uninstallers,
];

export const kubeHandlers: Readonly<Record<string, Handler>> = { "kube-run": kubeRun, "kube-exec": kubeExec };
