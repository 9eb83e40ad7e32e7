// Programs that print what somebody else wrote, though nothing is downloaded: clipboards, stores and
// databases, message queues, containers, issues. Whole it is no code to be run; a name out of it is a name.
const ALWAYS = new Set(
  "xclip xsel pbpaste wl-paste redis-cli valkey-cli keydb-cli psql pgcli mysql mariadb mycli mongosh mongo cqlsh sqlcmd clickhouse-client bq influx etcdctl consul mosquitto_sub nats kafkacat kcat whois finger snmpget snmpwalk ldapsearch tftp smbclient".split(
    " ",
  ),
);
const CONTAINERS = /^(?:-\S+ )*(?:compose (?:-\S+ (?:\S+ )?)*)?(?:exec|logs|run|inspect) /;
const CLUSTER = /^(?:-\S+ )*(?:get|describe|logs|exec) /;
const FORMS: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    docker: CONTAINERS,
    podman: CONTAINERS,
    nerdctl: CONTAINERS,
    crictl: CONTAINERS,
    kubectl: CLUSTER,
    oc: CLUSTER,
    k3s: /^kubectl /,
    aws: /^(?:\S+ )*(?:ssm get-parameters?|secretsmanager get-secret-value|lambda invoke|dynamodb (?:get-item|scan|query)|sqs receive-message|logs \S+) /,
    gcloud: /^(?:\S+ )*(?:secrets versions access|logging read|pubsub subscriptions pull) /,
    az: /^keyvault secret show /,
    vault: /^(?:kv get|read) /,
    gh: /^(?:issue|pr|run|release|discussion|search) /,
    glab: /^(?:api|issue|mr|release|snippet) /,
    jira: /^/,
    "powershell.exe": /Get-Clipboard/i,
    pwsh: /Get-Clipboard/i,
  }),
);

/** Whether a program prints what comes from outside the call without being a download. */
export function isForeign(name: string, words: readonly string[]): boolean {
  return ALWAYS.has(name) || (FORMS.get(name)?.test(`${words.join(" ")} `) ?? false);
}
