/**
 * Command lines of multi-purpose tools that print a credential: the program, then words that stand
 * in this order among its operands, `|` between alternatives.
 */
interface Printer {
  readonly programs: readonly string[];
  readonly words: readonly string[];
  /** Only with one of these options; any beginning counts, so that `-ojson` and `-o json` do. */
  readonly needs?: readonly string[];
  /** Not with any of these. */
  readonly unless?: readonly string[];
}

// Sources: the manuals of aws, gcloud, az, gh, glab, kubectl, npm, heroku, netlify, vercel, flyctl, doctl, git.
const PRINTERS: readonly Printer[] = [
  {
    programs: ["aws"],
    words: ["configure", "get", "aws_secret_access_key|aws_session_token|*.aws_secret_access_key|*.aws_session_token"],
  },
  { programs: ["aws"], words: ["configure", "export-credentials"] },
  { programs: ["aws"], words: ["sts", "get-session-token|assume-role|assume-role-with-*|get-federation-token"] },
  { programs: ["aws"], words: ["secretsmanager", "get-secret-value|batch-get-secret-value"] },
  {
    programs: ["aws"],
    words: ["ssm", "get-parameter|get-parameters|get-parameters-by-path"],
    needs: ["--with-decryption"],
  },
  { programs: ["aws"], words: ["ecr|ecr-public|codeartifact", "get-login-password|get-authorization-token"] },
  { programs: ["aws"], words: ["ssm", "get-parameter-history"], needs: ["--with-decryption"] },
  { programs: ["aws"], words: ["rds", "generate-db-auth-token"] },
  { programs: ["aws"], words: ["eks", "get-token"] },
  { programs: ["aws"], words: ["sso-oidc", "create-token"] },
  { programs: ["aws"], words: ["iam", "create-access-key|create-service-specific-credential"] },
  { programs: ["aws"], words: ["kms", "decrypt"] },
  { programs: ["gcloud"], words: ["auth", "print-access-token|print-identity-token|print-refresh-token"] },
  { programs: ["gcloud"], words: ["auth", "application-default", "print-access-token"] },
  { programs: ["gcloud"], words: ["secrets", "versions", "access"] },
  { programs: ["gcloud"], words: ["config", "config-helper"] },
  { programs: ["gcloud"], words: ["sql", "generate-login-token"] },
  { programs: ["gcloud"], words: ["iam", "service-accounts", "keys", "create"] },
  { programs: ["az"], words: ["account", "get-access-token"] },
  { programs: ["az"], words: ["ad", "sp|app", "create-for-rbac|credential"], unless: ["list", "delete"] },
  { programs: ["aws-vault"], words: ["export"] },
  { programs: ["saml2aws", "gimme-aws-creds"], words: ["script"] },
  { programs: ["credstash"], words: ["get|getall"] },
  { programs: ["teller"], words: ["show|env|sh|yaml|export"] },
  { programs: ["berglas"], words: ["access"] },
  { programs: ["keeper"], words: ["get|export"] },
  { programs: ["ykman"], words: ["oath", "accounts", "code"] },
  { programs: ["dcli"], words: ["password|read|note|otp"] },
  { programs: ["pass-cli", "proton-pass", "enpass-cli", "nordpass"], words: ["show|view|get|export"] },
  { programs: ["chamber"], words: ["read|export|env"] },
  { programs: ["az"], words: ["keyvault", "secret", "show|download"] },
  {
    programs: ["az"],
    words: ["storage|cosmosdb|redis|acr|servicebus|batch", "keys|key|credential|account", "list|show|list-keys"],
  },
  { programs: ["az"], words: ["redis|cosmosdb|search|batch|maps|iot", "list-keys|regenerate-key|regenerate-keys"] },
  { programs: ["az"], words: ["functionapp|webapp|staticwebapp", "keys|secrets|connection-string", "list|show"] },
  {
    programs: ["az"],
    words: ["webapp|functionapp", "deployment", "list-publishing-credentials|list-publishing-profiles"],
  },
  { programs: ["gh"], words: ["auth", "token"] },
  { programs: ["gh"], words: ["auth", "status"], needs: ["-t", "--show-token"] },
  { programs: ["glab"], words: ["auth", "status"], needs: ["-t", "--show-token"] },
  { programs: ["glab"], words: ["config", "get", "token"] },
  {
    programs: ["kubectl", "oc", "k", "microk8s"],
    words: ["get", "secret|secrets|secret/*|secrets/*"],
    needs: ["-o", "--output", "--template"],
    unless: ["-oname", "name", "wide", "-owide"],
  },
  { programs: ["kubectl", "oc"], words: ["create", "token"] },
  { programs: ["kubectl", "oc"], words: ["config", "view"], needs: ["--raw", "--flatten"] },
  { programs: ["oc"], words: ["whoami"], needs: ["-t", "--show-token"] },
  { programs: ["oc"], words: ["extract", "secret/*|secrets/*"], needs: ["--to=-"] },
  { programs: ["kubectl", "oc", "k"], words: ["view-secret|view_secret"] },
  { programs: ["argocd"], words: ["admin", "initial-password"] },
  { programs: ["argocd"], words: ["account", "generate-token"] },
  { programs: ["npm", "pnpm", "yarn"], words: ["token", "create"] },
  { programs: ["npm", "pnpm"], words: ["config", "get", "*_authToken|*:_auth|_auth|_authToken|_password"] },
  { programs: ["heroku"], words: ["auth:token|config|config:get"] },
  { programs: ["fly", "flyctl"], words: ["auth|tokens", "token|create"] },
  { programs: ["doctl"], words: ["auth", "token"] },
  { programs: ["doctl"], words: ["databases", "connection"] },
  { programs: ["doctl"], words: ["registry", "docker-config"] },
  { programs: ["supabase"], words: ["projects", "api-keys"] },
  { programs: ["neonctl", "neon"], words: ["connection-string|cs"] },
  { programs: ["pscale"], words: ["password|service-token", "create"] },
  { programs: ["turso"], words: ["auth", "token"] },
  { programs: ["turso"], words: ["db", "tokens", "create"] },
  { programs: ["confluent"], words: ["api-key", "create"] },
  { programs: ["scw"], words: ["iam", "api-key", "create"] },
  { programs: ["hcloud"], words: ["context", "active-token"] },
  { programs: ["conjur"], words: ["variable", "get"] },
  { programs: ["nomad"], words: ["var", "get"] },
  { programs: ["sentry-cli", "snyk"], words: ["config", "get", "api|token"] },
  { programs: ["poetry"], words: ["config", "http-basic.*|pypi-token.*"] },
  { programs: ["pulumi"], words: ["stack|config"], needs: ["--show-secrets"] },
  { programs: ["terraform", "tofu"], words: ["state", "pull"] },
  { programs: ["railway", "vercel", "netlify"], words: ["variables|env:get|env:list"] },
  { programs: ["git"], words: ["credential", "fill"] },
  { programs: ["git"], words: ["credential-store|credential-cache|credential-osxkeychain|credential-manager", "get"] },
  { programs: ["terraform", "tofu"], words: ["output"], needs: ["-raw", "-json"] },
  { programs: ["vault", "bao"], words: ["kv", "get"], unless: ["metadata"] },
  { programs: ["vault", "bao"], words: ["read|print|unwrap"] },
  { programs: ["vault", "bao"], words: ["token", "create"] },
  { programs: ["rclone"], words: ["config", "show|dump"] },
  { programs: ["rails"], words: ["credentials:show|secrets:show|encrypted:show"] },
  { programs: ["artisan"], words: ["env:decrypt"] },
  { programs: ["docker", "podman"], words: ["login"], needs: ["--get-login"] },
];

let byProgram: Map<string, Printer[]> | undefined;

function printersOf(program: string): readonly Printer[] | undefined {
  if (!byProgram) {
    byProgram = new Map();
    for (const printer of PRINTERS) {
      for (const name of printer.programs) byProgram.set(name, [...(byProgram.get(name) ?? []), printer]);
    }
  }
  return byProgram.get(program);
}

/** `vault kv get -field=url` and `terraform output -json` are how pipelines read addresses; only names that say so are credentials. */
const TELLING = /pass(?:word|wd)|secret|token|private|key|credential/i;

/** Whether any command line of a program prints a credential. */
export function mayPrintToken(program: string): boolean {
  return printersOf(program) !== undefined;
}

/**
 * Whether a command line prints a credential, by its words.
 *
 * @param program base name of the command
 * @param words the texts of its arguments
 */
export function printsToken(program: string, words: readonly string[]): boolean {
  const printers = printersOf(program);
  if (!printers || words.some((w) => w === "--help" || w === "-help") || words.at(-1) === "help") return false;
  const operands = words.filter((w) => !w.startsWith("-"));
  return printers.some(
    (printer) =>
      inOrder(alternativesOf(printer), operands) &&
      (printer.needs === undefined || printer.needs.some((o) => words.some((w) => w.startsWith(o)))) &&
      !printer.unless?.some((o) => words.includes(o)) &&
      (printer.words[0] !== "output" || operands.some((w) => TELLING.test(w))) &&
      !harmlessField(words),
  );
}

/** One field is asked for by name, and its name says that it is no credential. */
function harmlessField(words: readonly string[]): boolean {
  const at = words.findIndex((w) => /^--?fields?(?:=|$)/.test(w));
  if (at < 0) return false;
  const field = words[at]?.includes("=") ? words[at].replace(/^[^=]*=/, "") : words[at + 1];
  return (
    field !== undefined &&
    /^(?:url|uri|host(?:name)?|port|user(?:name)?|email|name|title|id|region|version|path|endpoint|address|database|db)$/i.test(
      field,
    )
  );
}

const alternatives = new Map<Printer, readonly (readonly string[])[]>();

/** What may stand for each of its words; divided when a command of its program is first met. */
function alternativesOf(printer: Printer): readonly (readonly string[])[] {
  let known = alternatives.get(printer);
  if (!known) {
    known = printer.words.map((word) => word.split("|"));
    alternatives.set(printer, known);
  }
  return known;
}

function inOrder(wanted: readonly (readonly string[])[], operands: readonly string[]): boolean {
  let at = 0;
  for (const word of operands) {
    const next = wanted[at];
    if (next === undefined) return true;
    if (next.some((pattern) => matches(pattern, word))) at++;
  }
  return at >= wanted.length;
}

function matches(pattern: string, word: string): boolean {
  if (pattern.startsWith("*")) return word.endsWith(pattern.slice(1));
  return pattern.endsWith("*") ? word.startsWith(pattern.slice(0, -1)) : pattern === word;
}
