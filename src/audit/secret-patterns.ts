/**
 * What secrets look like in commands, arguments, headers and files, as data. Every expression is
 * linear on its own input: no quantifier stands inside another one that could match the same text.
 */
export interface SecretPattern {
  readonly what: string;
  readonly find: RegExp;
  /** In lower case: a text without any of these is not matched, which is told faster by looking for them. */
  readonly signs: readonly string[];
  /** Groups to keep around the mark; the whole match goes when absent. */
  readonly keep?: string;
}

export const MARK = "[redacted]";

/** Token formats that their issuers document; recognised wherever they stand, also behind an underscore. */
export const TOKENS: readonly SecretPattern[] = [
  {
    what: "private key block",
    signs: ["private key"],
    find: /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}-----|$)/g,
  },
  { what: "age key", signs: ["age-secret-key-1"], find: /AGE-SECRET-KEY-1[0-9A-Z]{20,}/g },
  {
    what: "AWS key id",
    signs: ["akia", "asia", "agpa", "aida", "aroa", "anpa", "anva", "abia", "acca"],
    find: /(?<![A-Za-z0-9])(?:AKIA|ASIA|AGPA|AIDA|AROA|ANPA|ANVA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])/g,
  },
  {
    what: "GitHub token",
    signs: ["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"],
    find: /(?<![A-Za-z0-9])(?:gh[pousr]_[A-Za-z0-9]{16,}|github_pat_[A-Za-z0-9_]{20,})/g,
  },
  {
    what: "GitLab token",
    signs: ["gl"],
    find: /(?<![A-Za-z0-9])gl(?:pat|dt|rt|cbt|ptt|ft|soat|agent|oas)-[A-Za-z0-9_=.-]{16,}/g,
  },
  {
    what: "Slack token",
    signs: ["xox", "xapp-"],
    find: /(?<![A-Za-z0-9])xox[abceoprs]-[A-Za-z0-9-]{10,}|(?<![A-Za-z0-9])xapp-[A-Za-z0-9-]{10,}/g,
  },
  { what: "Slack hook", signs: ["hooks.slack.com"], find: /hooks\.slack\.com\/services\/[A-Za-z0-9/_-]{10,}/g },
  {
    what: "Discord hook",
    signs: ["/api/webhooks/"],
    find: /discord(?:app)?\.com\/api\/webhooks\/[0-9]{5,}\/[A-Za-z0-9_-]{10,}/g,
  },
  { what: "model provider key", signs: ["sk-"], find: /(?<![A-Za-z0-9])sk-[A-Za-z0-9_-]{16,}/g },
  {
    what: "payment key",
    signs: ["_live_", "_test_", "whsec_"],
    find: /(?<![A-Za-z0-9])(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,}|(?<![A-Za-z0-9])whsec_[A-Za-z0-9+/=]{10,}/g,
  },
  {
    what: "Google key",
    signs: ["aiza", "ya29.", "gocspx-"],
    find: /(?<![A-Za-z0-9])AIza[A-Za-z0-9_-]{30,}|(?<![A-Za-z0-9])ya29\.[A-Za-z0-9_-]{10,}|(?<![A-Za-z0-9])GOCSPX-[A-Za-z0-9_-]{10,}/g,
  },
  {
    what: "registry token",
    signs: ["npm_", "pypi-", "dckr_pat_", "rubygems_"],
    find: /(?<![A-Za-z0-9])npm_[A-Za-z0-9]{20,}|(?<![A-Za-z0-9])pypi-[A-Za-z0-9_-]{20,}|(?<![A-Za-z0-9])dckr_pat_[A-Za-z0-9_-]{10,}|(?<![A-Za-z0-9])rubygems_[a-f0-9]{20,}/g,
  },
  {
    what: "cloud token",
    signs: ["_v1_", "hvs.", "dapi"],
    find: /(?<![A-Za-z0-9])dop_v1_[a-f0-9]{20,}|(?<![A-Za-z0-9])do[or]_v1_[a-f0-9]{20,}|(?<![A-Za-z0-9])hvs\.[A-Za-z0-9_-]{16,}|(?<![A-Za-z0-9])dapi[a-f0-9]{32}\b/g,
  },
  {
    what: "hub token",
    signs: ["hf_", "r8_", "lin_api_", "figd_", "ntn_"],
    find: /(?<![A-Za-z0-9])hf_[A-Za-z0-9]{20,}|(?<![A-Za-z0-9])r8_[A-Za-z0-9]{20,}|(?<![A-Za-z0-9])lin_api_[A-Za-z0-9]{20,}|(?<![A-Za-z0-9])figd_[A-Za-z0-9_-]{20,}|(?<![A-Za-z0-9])ntn_[A-Za-z0-9]{20,}/g,
  },
  {
    what: "mail token",
    signs: ["sg.", "key-", "re_"],
    find: /(?<![A-Za-z0-9])SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}|(?<![A-Za-z0-9])key-[a-f0-9]{32}\b|(?<![A-Za-z0-9])re_[A-Za-z0-9]{8,}_[A-Za-z0-9]{16,}/g,
  },
  {
    what: "shop token",
    signs: ["shp", "sq0"],
    find: /(?<![A-Za-z0-9])shp(?:at|ca|pa|ss)_[a-fA-F0-9]{20,}|(?<![A-Za-z0-9])sq0(?:atp|csp)-[A-Za-z0-9_-]{20,}/g,
  },
  {
    what: "monitoring token",
    signs: ["glsa_", "nrak-", "sntrys_"],
    find: /(?<![A-Za-z0-9])glsa_[A-Za-z0-9_]{20,}|(?<![A-Za-z0-9])NRAK-[A-Z0-9]{20,}|(?<![A-Za-z0-9])sntrys_[A-Za-z0-9_=+/]{20,}/g,
  },
  { what: "bot token", signs: [":aa"], find: /(?<![A-Za-z0-9])[0-9]{8,10}:AA[A-Za-z0-9_-]{30,}/g },
  { what: "telephony key", signs: ["sk", "ac"], find: /(?<![A-Za-z0-9])(?:SK|AC)[a-f0-9]{32}\b/g },
  {
    what: "signed token",
    signs: ["eyj"],
    find: /(?<![A-Za-z0-9])eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?/g,
  },
  {
    what: "storage account key",
    signs: ["accountkey", "sharedaccess"],
    find: /(AccountKey|SharedAccessKey|SharedAccessSignature)=[^;\s"']+/gi,
    keep: "$1=",
  },
];

/** Where a secret stands is told by what stands before it. */
export const PLACES: readonly SecretPattern[] = [
  {
    what: "URL credentials",
    signs: ["://"],
    find: /\b([a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/@'"]{1,200}@/gi,
    keep: "$1[redacted]@",
  },
  {
    what: "header",
    signs: [
      "authorization",
      "api-key",
      "x-auth-token",
      "x-amz-security-token",
      "private-token",
      "x-vault-token",
      "cookie",
    ],
    find: /\b((?:proxy-)?authorization|x-api-key|api-key|x-auth-token|x-amz-security-token|private-token|x-vault-token|set-cookie|cookie)(["']?\s{0,3}[:=]\s{0,3}["']?)[^"'\r\n]+/gi,
    keep: "$1$2",
  },
  {
    what: "bearer",
    signs: ["bearer", "basic"],
    find: /\b(bearer|basic)(\s{1,3})[A-Za-z0-9+/_.~=-]{8,}/gi,
    keep: "$1$2",
  },
  {
    what: "query",
    signs: ["="],
    find: /([?&](?:[a-z_-]{0,20}token|[a-z_-]{0,20}key|secret|password|passwd|pwd|sig|signature|code|x-amz-[a-z-]{1,30})=)[^&\s"'#]+/gi,
    keep: "$1",
  },
  {
    what: "credentials option",
    signs: ["-u"],
    find: /(\s(?:-u|--user|--proxy-user|-U)(?:\s+|=)["']?[^\s:"']{1,80}:)[^\s"']+/g,
    keep: "$1",
  },
  {
    what: "database client password",
    signs: ["mysql", "mariadb", "mycli"],
    find: /\b((?:mysql|mariadb|mysqldump|mysqladmin|mysqlimport|mycli)\b[^\n|;&]{0,300}?\s-p)(?=[^\s])[^\s]+/g,
    keep: "$1",
  },
  {
    what: "password option -p",
    signs: ["sshpass", "docker login", "podman login", "helm registry login", "mongo", "az login", "oc login"],
    find: /\b((?:sshpass|docker login|podman login|helm registry login|mongo|mongosh|mongodump|az login|oc login)\b[^\n|;&]{0,300}?\s-p\s*)["']?[^\s"']+/g,
    keep: "$1",
  },
  {
    what: "password option -a",
    signs: ["redis-cli"],
    find: /\b(redis-cli\b[^\n|;&]{0,300}?\s-a\s*)["']?[^\s"']+/g,
    keep: "$1",
  },
  {
    what: "password option -w",
    signs: ["ldap"],
    find: /\b(ldap(?:search|modify|add|passwd)\b[^\n|;&]{0,300}?\s-w\s*)["']?[^\s"']+/g,
    keep: "$1",
  },
  {
    what: "archive password",
    signs: ["zip"],
    find: /\b((?:zip|unzip)\b[^\n|;&]{0,200}?\s-P\s*)["']?[^\s"']+/g,
    keep: "$1",
  },
  { what: "archive password", signs: ["7z"], find: /\b(7za?\b[^\n|;&]{0,200}?\s-p)[^\s]+/g, keep: "$1" },
  { what: "openssl password", signs: ["pass:", "-k"], find: /((?:\bpass:|\s-k\s+)["']?)[^\s"']{3,}/g, keep: "$1" },
  {
    what: "htpasswd",
    signs: ["htpasswd"],
    find: /\b(htpasswd\s[^\n|;&]{0,100}?-\w*b\w*\s[^\n|;&]{0,200}?)\S+(?=\s*(?:$|[|;&\n]))/g,
    keep: "$1",
  },
];

/** Parts of a name that make its value a secret. */
export const SECRET_NAME_PARTS: ReadonlySet<string> = new Set([
  "apikey",
  "auth",
  "authtoken",
  "bearer",
  "cookie",
  "cred",
  "credential",
  "credentials",
  "creds",
  "dsn",
  "jwt",
  "key",
  "keys",
  "mnemonic",
  "pass",
  "passphrase",
  "passwd",
  "password",
  "passwords",
  "pat",
  "pgpassword",
  "pin",
  "private",
  "privatekey",
  "pwd",
  "salt",
  "secret",
  "secretkey",
  "secrets",
  "seed",
  "session",
  "sessionid",
  "sig",
  "signature",
  "token",
  "tokens",
  "webhook",
]);

/** Names with such a part whose value is no secret. */
export const HARMLESS_NAMES =
  /^(?:pwd|oldpwd|key|keys|session|auth|salt|pin|seed|sig|signature|cookie|webhook|.*(?:public|_id|_path|_file|_name|_dir|_type|_url_path|key_?id|_len|_length|_size|_count|_env))$/i;
