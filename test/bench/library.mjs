// A product's library in a process of its own: node library.mjs PRODUCT FILE PROJECT HOME, over IPC.
// Each message is answered with the microseconds of one decision on each ordinary command.

import { pathToFileURL } from "node:url";
import { ORDINARY } from "./ordinary.mjs";

const [product, file, project, home] = process.argv.slice(2);
const library = await import(pathToFileURL(file).href);

const PRODUCTS = {
  bailiff({ createGovernor, emptyPolicy }) {
    const governor = createGovernor({ policy: emptyPolicy, surroundings: { own: [], canAsk: true } });
    const call = { host: "library", tool: "bash", rawTool: "bash", cwd: project, home };
    return (command) => governor.judge({ ...call, input: { command } });
  },
  "cc-safety-net":
    ({ checkCommand }) =>
    (command) =>
      checkCommand({ command, cwd: project }),
};
const judge = PRODUCTS[product](library);

process.on("message", () => {
  process.send(
    ORDINARY.map((command) => {
      const begin = process.hrtime.bigint();
      judge(command);
      return Number(process.hrtime.bigint() - begin) / 1e3;
    }),
  );
});
process.send("ready");
