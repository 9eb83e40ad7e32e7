// learn.microsoft.com/powershell/module, learn.microsoft.com/powershell/azure, docs.aws.amazon.com/powershell
/** Cmdlets whose deed no path says. */
const ACTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "stop-computer": "system/halt",
    "restart-computer": "system/halt",
    "clear-disk": "fs-device/format",
    "format-volume": "fs-device/format",
    "initialize-disk": "fs-device/format",
    "remove-partition": "fs-device/format",
    "remove-virtualdisk": "fs-device/volume",
    "remove-storagepool": "fs-device/volume",
    "reset-physicaldisk": "fs-device/format",
    "add-ntfsaccess": "permission/acl",
    "set-ntfsowner": "permission/acl",
    "add-localgroupmember": "permission/privileged-group",
    "uninstall-windowsfeature": "system/libraries",
    "remove-vm": "infra/machine-delete",
    "remove-azresourcegroup": "infra/cloud-delete",
    "remove-azvm": "infra/cloud-delete",
    "remove-ec2instance": "infra/cloud-delete",
    "remove-s3bucket": "infra/object-storage-delete",
    "disable-netadapter": "system/network",
    "remove-netroute": "system/network",
    "remove-netipaddress": "system/network",
    "remove-computer": "system/machine",
    "remove-localuser": "system/accounts",
    "disable-localuser": "system/accounts",
    "remove-aduser": "system/accounts",
    "disable-adaccount": "system/accounts",
    "remove-netfirewallrule": "system/firewall",
    "disable-netfirewallrule": "system/firewall",
    "register-scheduledtask": "persistence/autostart",
    "new-service": "persistence/autostart",
    "publish-module": "publish/package",
    "publish-script": "publish/package",
    "publish-psresource": "publish/package",
    "disable-bitlocker": "system/security-off",
    "clear-eventlog": "system/logs",
  }),
);

/** Cmdlets that are a deed with some parameters only. */
const ACTS_WHEN: readonly (readonly [RegExp, RegExp, string])[] = [
  [/^set-netfirewallprofile$/, /-enabled:?\s+(?:\$?false|0)/i, "system/firewall"],
  [/^set-mppreference$/, /-disable\w+:?\s+(?:\$?true|1)/i, "system/security-off"],
  [/^set-executionpolicy$/, /\b(?:bypass|unrestricted)\b(?!.*-scope:?\s+process)/i, "system/security-off"],
  [/^(?:set|new)-itemproperty$/, /CurrentVersion\\Run/i, "persistence/autostart"],
  [/^remove-item(?:property)?$/, /(?:HKLM|HKCU|HKCR|Registry:):?/i, "system/registry"],
  [/^unregister-scheduledtask$/, /\s\*/, "system/cron"],
  [/^set-acl$/, /[\s"'][A-Za-z]:\\?(?:["'\s]|$)|[A-Za-z]:\\(?:Windows|Users|Program|ProgramData)\b/i, "permission/acl"],
  // Az.*, AWS.Tools.*: what holds state; a rule or a tag is not meant.
  [
    /^remove-(?:az|gc|ec2|rds|ddb|cfn|eks|ecs|lm|iam|kms)\w*(?:group|vm|instance|disk|account|cluster|database|server|table|stack|function|volume|vault|app|project|user|bucket)$/,
    /./,
    "infra/cloud-delete",
  ],
];

/** The deed that a cmdlet is, by its name in lower case and the text of the whole command. */
export function actOf(name: string, text: string): string | undefined {
  if (/\s-whatif\b/i.test(text)) return undefined;
  return ACTS.get(name) ?? ACTS_WHEN.find(([cmdlet, how]) => cmdlet.test(name) && how.test(text))?.[2];
}
