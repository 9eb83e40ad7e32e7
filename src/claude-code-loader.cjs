// The process that Claude Code starts for each event. In the language of the oldest Node there is:
// whatever goes wrong from here on, a version that cannot read the rest included, is a denial.
"use strict";
function refuse(reason) {
  // biome-ignore lint/style/useNodejsImportProtocol: a Node that is too old does not know `node:`.
  var fs = require("fs");
  var text =
    "## BLOCKED: bailiff could not start\n\n**Reason:** " +
    reason +
    " (ERR_INTERNAL); what cannot be checked does not run.\n" +
    "**Suggestion:** Ask the user to repair the installation, `bailiff doctor` says how.";
  var json = JSON.stringify({
    hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: text },
  });
  try {
    fs.writeSync(1, json);
  } catch (_) {}
  try {
    fs.writeSync(2, text);
  } catch (_) {}
}
// Until there is an answer, ending is a denial.
process.exitCode = 2;
process.on("uncaughtException", () => {
  refuse("it failed while it judged the call");
  process.exit(2);
});
if (parseInt(process.versions.node, 10) < 20) {
  refuse("it needs Node 20 or newer, this is " + process.version);
} else {
  try {
    require("./decide.cjs").main(__dirname);
  } catch (_error) {
    refuse("its files are damaged or missing");
  }
}
