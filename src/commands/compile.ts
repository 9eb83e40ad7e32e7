import { judgeBy } from "../judge-by.js";
import { artefactFiles } from "../policy/artefact.js";
import { buildPolicy } from "../policy/build.js";
import { prepareEngine } from "../policy/engine.js";
import { version } from "../version.js";
import { EXIT, print, type Streams, standard } from "./output.js";
import { placesFor } from "./session.js";

/** `bailiff compile`: compiles the policy from its files as they are now, and keeps it for the hosts. */
export async function compile(
  options: { readonly json?: boolean; readonly cwd?: string },
  { output }: Streams = standard(),
): Promise<number> {
  const places = placesFor(options.cwd ?? process.cwd());
  await prepareEngine();
  const policy = buildPolicy({ places, version, judge: judgeBy });
  const { artefact } = artefactFiles(places);
  const errors = policy.problems.filter((problem) => problem.severity === "error").length;
  if (options.json) {
    await print(
      output,
      JSON.stringify({ hash: policy.hash, file: artefact, rules: policy.rules.length, problems: policy.problems }),
    );
  } else {
    await print(output, `${policy.rules.length} rules, preset ${policy.preset}, hash ${policy.hash.slice(0, 12)}`);
    await print(output, artefact);
    if (policy.problems.length > 0) await print(output, `${policy.problems.length} problem(s): run bailiff lint`);
  }
  return errors > 0 ? EXIT.failed : EXIT.ok;
}
