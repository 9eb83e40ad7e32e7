import { matchGlob } from "../call/glob.js";
import { groupBy } from "./group-by.js";

/** What a path holds: `key` a private key, `store` credentials of a tool or browser, `env` an environment file. */
export type SecretKind = "key" | "store" | "env";

// Where tools keep credentials: their own manuals; browsers: Chromium and Firefox profile documentation;
// Linux proc(5), shadow(5); XDG and macOS directories.
const STORES = [
  String.raw`\.aws\/(?:credentials|sso\/cache|cli\/cache)`,
  String.raw`\.config\/gcloud\/(?:credentials\.db|access_tokens\.db|application_default_credentials\.json|legacy_credentials)`,
  String.raw`gcloud\/application_default_credentials\.json`,
  String.raw`\.boto|\.s3cfg|\.passwd-s3fs|\.mc\/config\.json`,
  String.raw`\.azure\/(?:accessTokens\.json|msal_token_cache\.[a-z]+|service_principal_entries\.[a-z]+|TokenCache\.dat)`,
  String.raw`\.kube\/config|kubeconfig|etc\/kubernetes\/(?:admin|kubelet|controller-manager|scheduler)\.conf|etc\/rancher\/k3s\/k3s\.yaml`,
  String.raw`\.docker\/config\.json|\.dockercfg|containers\/auth\.json`,
  String.raw`\.netrc|_netrc|\.git-credentials|\.config\/git\/credentials|\.config\/hub`,
  String.raw`\.config\/(?:gh\/hosts|glab-cli\/config|doctl\/config|hcloud\/cli|flyctl\/config)\.(?:ya?ml|toml)|\.fly\/config\.yml`,
  String.raw`\.pypirc|\.cargo\/credentials(?:\.toml)?|\.gem\/credentials|\.m2\/settings(?:-security)?\.xml|\.nuget\/NuGet\.Config`,
  String.raw`\.composer\/auth\.json|\.config\/composer\/auth\.json|\.gradle\/gradle\.properties|\.ivy2\/\.credentials`,
  String.raw`\.terraformrc|\.terraform\.d\/credentials\.tfrc\.json|\.vault-token|\.config\/op|\.config\/sops\/age\/keys\.txt`,
  String.raw`\.pgpass|\.my\.cnf|\.mylogin\.cnf|\.snowsql\/config|\.databrickscfg|\.config\/rclone\/rclone\.conf`,
  String.raw`\.netlify\/config\.json|\.config\/netlify\/config\.json|com\.vercel\.cli\/auth\.json|\.wrangler\/config\/default\.toml|\.config\/heroku`,
  String.raw`pypoetry\/auth\.toml|\.(?:config\/)?ngrok2?\/ngrok\.yml|\.config\/stripe\/config\.toml|\.age\/[^/]+|\.config\/age\/keys\.txt|\.supabase\/access-token|\.railway\/config\.json|\.pulumi\/credentials\.json|\.config\/(?:linode-cli|vultr-cli\.yaml|scw\/config\.yaml|exoscale\/exoscale\.toml)|\.oci\/(?:config|[^/]+\.pem)|\.bluemix\/config\.json|\.config\/(?:twurlrc|turso\/settings\.json|neonctl\/credentials\.json)|\.cloudflared\/(?:cert\.pem|[^/]+\.json)|\.huggingface\/token|\.cache\/huggingface\/token|\.kaggle\/kaggle\.json|\.config\/(?:wandb|openai)(?:\/.*)?|\.jupyter\/jupyter_server_config\.json`,
  String.raw`\.(?:config\/)?confluent\/config\.json|\.config\/nats\/context\/[^/]+\.json|\.aliyun\/config\.json|\.tccli\/[^/]+\.credential|\.config\/configstore\/(?:firebase-tools|heroku|snyk|netlify)\.json|\.expo\/state\.json|\.sentryclirc|\.config\/(?:mongocli|atlascli)\/config\.toml`,
  String.raw`\.rediscli_auth|\.mysql\/my\.cnf|\.snowflake\/(?:connections|config)\.toml|\.dbt\/profiles\.yml|(?:\.dbeaver|DBeaverData\/.*)\/credentials-config\.json|\.hex\/hex\.config|\.nuget\/NuGet\/NuGet\.Config|\.sbt\/(?:[\d.]+\/)?\.?credentials|\.lein\/credentials\.clj(?:\.gpg)?`,
  String.raw`\.config\/(?:openstack\/(?:clouds|secure)\.ya?ml|fly\/config\.yml|tea\/config\.yml|\.jira\/\.config\.yml|rbw|1Password|weechat\/sec\.conf)|\.msmtprc|\.authinfo(?:\.gpg)?|\.fetchmailrc|\.purple\/accounts\.xml|\.thunderbird\/[^/]+\/(?:logins\.json|key[34]\.db)|Application Support\/1Password|\.config\/ibmcloud\/config\.json`,
  String.raw`\.near-credentials|\.aptos\/config\.yaml|\.sui\/sui_config\/sui\.keystore|\.foundry\/keystores|\.step\/secrets|\.signify\/[^/]+\.sec|\.minisign\/[^/]+\.key`,
  String.raw`\.claude\/\.credentials\.json|\.codex\/auth\.json|opencode\/auth\.json|\.gemini\/oauth_creds\.json|github-copilot\/(?:hosts|apps)\.json`,
  String.raw`\.gnupg\/(?:private-keys-v1\.d|secring\.gpg|openpgp-revocs\.d)|\.password-store|\.local\/share\/gopass|keyrings|kwalletd?`,
  String.raw`Library\/Keychains|Library\/Cookies|Microsoft\/(?:Credentials|Protect|Vault)`,
  String.raw`\.mozilla\/firefox\/[^/]+\/(?:logins\.json|key[34]\.db|cookies\.sqlite|signons\.sqlite)|Firefox\/Profiles\/[^/]+\/(?:logins\.json|key[34]\.db|cookies\.sqlite)`,
  String.raw`(?:google-chrome|chromium|Chrome|Chromium|BraveSoftware|microsoft-edge|Edge|vivaldi|opera)[^/]*\/(?:[^/]+\/)*(?:Login Data(?: For Account)?|Cookies|Web Data|Local State)`,
  String.raw`\.config\/solana\/id\.json|\.ethereum\/keystore|\.bitcoin\/wallet\.dat|\.electrum\/wallets|wallet\.dat`,
  String.raw`run\/secrets\/.+|etc\/(?:g?shadow-?|master\.passwd|security\/passwd|krb5\.keytab|ssl\/private)|proc\/[^/]+\/environ`,
  String.raw`etc\/(?:NetworkManager\/system-connections|wireguard|openvpn\/[^/]*\.(?:key|conf)|ppp\/(?:chap|pap)-secrets|ipsec\.secrets)`,
  String.raw`Windows\/System32\/config\/(?:SAM|SYSTEM|SECURITY)|\.?vault_pass(?:word)?(?:\.txt)?|\.htpasswd`,
];
const STORE = new RegExp(`(?:^|\\/)(?:${STORES.join("|")})(?:\\/.*)?$`);
/** Below a home's hidden directories, whatever the tool is called: a file that is named for what it holds. */
const HOME_STORE =
  /^(?:\/(?:root|(?:home|Users)\/[^/]+)|~|\$HOME)\/\.(?:[^/]+\/)*(?:\.?credentials?(?:[-_][\w-]+)?(?:\.(?:json|toml|ya?ml|ini|db|xml))?|[\w-]+[-_]credentials\.(?:json|toml|ya?ml)|(?:access|refresh|auth|api)[-_]?tokens?(?:\.(?:json|txt))?|auth\.json|secrets?\.(?:json|toml|ya?ml))$/;
/** npm's own settings hold a token at home; a project's hold a registry. */
const HOME_NPMRC = /^(?:\/(?:root|(?:home|Users)\/[^/]+)|~|\$HOME)\/\.npmrc$/;

/** Directories that are nothing but credentials: whoever reads them whole reads the keys. */
const STORE_DIRECTORIES = [
  ".ssh",
  ".gnupg",
  ".gnupg/private-keys-v1.d",
  ".aws",
  ".azure",
  ".kube",
  ".docker",
  ".config/gcloud",
  ".config/gh",
  ".config/op",
  ".config/google-chrome",
  ".config/chromium",
  ".config/BraveSoftware",
  ".mozilla",
  ".mozilla/firefox",
  ".password-store",
  "keyrings",
  "Library/Keychains",
  "Application Support/Google/Chrome",
  "Application Support/Firefox",
  ".electrum",
  ".ethereum",
  "etc/ssl/private",
  "run/secrets",
];

const IN_SSH = /(?:^|\/)\.ssh\/([^/]+)$/;
/** In `.ssh`: what is no private key. */
const SSH_PUBLIC =
  /^(?:known_hosts.*|config(?:\..*)?|config\.d|authorized_keys2?|environment|rc|.*\.pub|allowed_signers|README.*)$/;

const ENV = /^(?:\.env(?:[._-][^/]*)?|[^/]+\.env)$/;
/** Templates, encrypted or type-only files that are named like environment files. */
const ENV_TEMPLATE =
  /(?:^|[._-])(?:examples?|samples?|templates?|tmpl|tpl|dist|defaults?|schema|vault|enc|encrypted|d\.ts|skel(?:eton)?|md|sops)(?:[._-]|$)/i;

const KEY =
  /^(?:id_(?:rsa|dsa|ecdsa|ed25519|xmss)(?:_sk)?(?:[._-].*)?|ssh_host_[a-z0-9]+_key|.*\.(?:ppk|p12|pfx|jks|keystore|kdbx?|p8|agekey|key)|(?:deploy|ssh|host|private|priv|signing|master)[-_]?key|[^/]*(?:priv(?:ate|key)?|secret)[^/]*\.(?:pem|asc|gpg|der)|[^/]*key[^/]*\.pem)$/i;
const PUBLIC_KEY = /\.pub$|(?:^|[-_.])pub(?:lic)?(?:[-_.]?key)?(?:[-_.]|$)|pubkey/i;
/** A search through a whole machine or home for what keys are mostly stored in. */
const HUNTED = /^(?:~|\/root|\/(?:home|Users)(?:\/[^/]+)?)?\/\*\/\*\.pem$/;
/** Keys made for tests protect nothing. */
const FIXTURE =
  /(?:^|\/)(?:tests?|__tests__|specs?|fixtures?|__fixtures__|testdata|test-data|mocks?|examples?|node_modules|site-packages|vendor)\//i;

/** What a wildcard may stand for where a credential lies; compared segment by segment from the end. */
const SAMPLES = [
  ".env",
  ".env.local",
  ".env.production",
  "prod.env",
  ".ssh/id_rsa",
  ".ssh/id_ed25519",
  ".ssh/id_ecdsa",
  ".aws/credentials",
  ".kube/config",
  ".docker/config.json",
  ".config/gh/hosts.yml",
  ".config/gcloud/credentials.db",
  ".config/gcloud/application_default_credentials.json",
  ".azure/msal_token_cache.json",
  ".gnupg/private-keys-v1.d/x.key",
  ".gnupg/secring.gpg",
  ".netrc",
  ".git-credentials",
  ".pgpass",
  ".pypirc",
  "etc/shadow",
  "proc/self/environ",
  "Library/Keychains/login.keychain-db",
].map((path) => path.split("/"));

/**
 * What a path holds that nobody but its tool should read, if anything: by its name alone.
 * Templates, public keys and test fixtures hold nothing.
 *
 * @param path absolute, or as written where its beginning is not known; may hold wildcards and `⟦…⟧`
 */
export function secretAt(path: string): SecretKind | undefined {
  const open = path.includes("⟦") ? path.replace(/⟦[^⟧]*⟧/g, "*") : path;
  const name = lastPart(open);
  if (PUBLIC_KEY.test(name)) return undefined;
  const ssh = open.includes(".ssh/") ? IN_SSH.exec(open) : null;
  if (ssh) return SSH_PUBLIC.test(ssh[1] ?? "") ? undefined : "key";
  if (ENV.test(name)) return ENV_TEMPLATE.test(name) ? undefined : "env";
  if (STORE.test(open) || (name === ".npmrc" && HOME_NPMRC.test(open))) return "store";
  if (/cred|token|auth|secret/.test(name) && HOME_STORE.test(open)) return "store";
  if (KEY.test(name)) return FIXTURE.test(open) ? undefined : "key";
  if (name === "*.pem" && HUNTED.test(open)) return "key";
  return /[*?[]/.test(open) ? sampleAt(open) : undefined;
}

/** Names that say by themselves that a credential lies there, wherever it does. */
const NAMED = ["id_rsa", "id_ed25519", "id_ecdsa", ".netrc", ".git-credentials", ".pgpass", ".pypirc"];

/** Whether a pattern of names that a search is given means keys: `id_*`, `.git-cred*`. */
export function patternMeans(pattern: string): SecretKind | undefined {
  if (!/[*?[]/.test(pattern) || pattern.replace(/[*?]|\[[^\]]*\]/g, "").length < 3) return undefined;
  const found = NAMED.find((name) => segmentMatches(pattern, name));
  return found === undefined ? undefined : found.startsWith("id_") ? "key" : "store";
}

/** Whether a directory is a store of credentials as a whole. */
export function isSecretDirectory(path: string): boolean {
  const directory = path.endsWith("/") ? path.replace(/\/+$/, "") : path;
  storesByName ??= groupBy(STORE_DIRECTORIES, lastPart);
  const stores = storesByName.get(lastPart(directory));
  return stores?.some((store) => directory === store || directory.endsWith(`/${store}`)) === true;
}

let storesByName: ReadonlyMap<string, readonly string[]> | undefined;

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function sampleAt(pattern: string): SecretKind | undefined {
  const parts = pattern.split("/");
  for (const sample of SAMPLES) {
    const tail = parts.slice(-sample.length);
    if (tail.length < sample.length || tail.every((part) => part === "*")) continue;
    if (sample.every((name, i) => segmentMatches(tail[i] ?? "", name)))
      return sample[0]?.includes("env") ? "env" : "store";
  }
  return undefined;
}

/** One segment of a shell pattern against a name: a leading dot is matched by a dot only. */
function segmentMatches(pattern: string, name: string): boolean {
  if (name.startsWith(".") && !/^[.[]/.test(pattern)) return false;
  const simple = pattern.replace(/\[[^\]]*\]/g, "?");
  return matchGlob(simple, name) && (simple !== "*" || pattern !== "*" || name.length > 0);
}
