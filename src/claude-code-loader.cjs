// The process that Claude Code starts for each event. In the language of the oldest Node there is:
// whatever goes wrong from here on, a version that cannot read the rest included, is a denial.
// biome-ignore-all lint/style/useNodejsImportProtocol: a Node that is too old does not know `node:`.
// biome-ignore-all lint/style/useTemplate: as above.
"use strict";
// Events around calls decide nothing: there, whatever goes wrong says nothing.
var aside = process.argv[2] === "aside";
function refuse(reason) {
  if (aside) return;
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
/**
 * What was kept, if it is as it was written. It stands in its file twice: comparing costs a tenth of
 * loading what computes checksums.
 */
function whole(bytes) {
  var half = bytes.length / 2;
  var code = bytes.subarray(0, half);
  return half > 0 && half % 1 === 0 && code.equals(bytes.subarray(half)) ? code : undefined;
}
/** What was run without code that was kept of it. */
var fresh = [];
/**
 * Runs a file, with its code as the last run of this Node left it compiled: compiling costs more
 * than deciding. V8 ignores what another version left, but runs what is damaged.
 */
function load(name) {
  var fs = require("fs");
  var file = __dirname + "/" + name + ".cjs";
  var kept = __dirname + "/cache/" + "BAILIFF_BUILD-" + process.version + "-" + process.arch + "-" + name;
  var code;
  try {
    code = whole(fs.readFileSync(kept));
  } catch (_) {}
  var text = "(function (exports, require, module, __filename, __dirname) {" + fs.readFileSync(file, "latin1") + "\n})";
  var script = new (require("vm").Script)(text, { filename: file, cachedData: code });
  var part = { exports: {} };
  script.runInThisContext()(part.exports, near, part, file, __dirname);
  if (!code || script.cachedDataRejected) fresh.push({ kept: kept, script: script, part: part.exports });
  return part.exports;
}
var readers;
/** The readers of code are big enough to be kept compiled too. */
function near(name) {
  if (name !== "./code.cjs") return require(name);
  if (!readers) readers = load("code");
  return readers;
}
/** Keeps the compiled code of a file for the next process. */
function keep(kept, script, part) {
  var fs = require("fs");
  var place;
  var code;
  try {
    fs.mkdirSync(__dirname + "/cache", { recursive: true });
    // Where nothing can be kept, nothing is worth preparing.
    place = fs.openSync(kept + "." + process.pid, "wx");
    if (part.rehearse) part.rehearse();
    code = script.createCachedData();
    fs.writeSync(place, Buffer.concat([code, code]));
    fs.closeSync(place);
    fs.renameSync(kept + "." + process.pid, kept);
  } catch (_) {}
}
function run() {
  Promise.resolve(load("decide").main(__dirname)).then(() => {
    // The answer is given: from here on nothing may change it.
    fresh.forEach((each) => {
      keep(each.kept, each.script, each.part);
    });
  });
}
// Until there is an answer, ending is a denial.
process.exitCode = aside ? 0 : 2;
process.on("uncaughtException", () => {
  refuse("it failed while it judged the call");
  process.exit(aside ? 0 : 2);
});
if (parseInt(process.versions.node, 10) < 20) {
  refuse("it needs Node 20 or newer, this is " + process.version);
} else {
  try {
    run();
  } catch (_error) {
    refuse("its files are damaged or missing");
  }
}
