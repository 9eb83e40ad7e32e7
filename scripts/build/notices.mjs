import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The licences of the packages whose code stands in what was built, as one text: their terms ask for
 * it wherever they go along.
 *
 * @param metafiles what the bundler says went into each of its outputs
 */
export function notices(root, metafiles) {
  const packages = new Set();
  for (const { outputs } of metafiles)
    for (const { inputs } of Object.values(outputs))
      for (const path of Object.keys(inputs)) {
        const name = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
        if (name !== undefined) packages.add(name);
      }
  return [...packages]
    .sort()
    .map((name) => notice(join(root, "node_modules", name)))
    .join("\n");
}

function notice(directory) {
  const { name, version, license } = JSON.parse(readFileSync(join(directory, "package.json"), "utf8"));
  const files = existsSync(directory)
    ? readdirSync(directory).filter((file) => /^(?:licen[cs]e|notice)/i.test(file))
    : [];
  const texts = files.map((file) => readFileSync(join(directory, file), "utf8").trim());
  return `${"-".repeat(70)}\n${name} ${version} (${license})\n\n${texts.join("\n\n")}\n`;
}
