import type { EffectiveCommand } from "../effect.js";
import { baseName } from "../path.js";
import type { Emitter } from "./emit.js";

/** Further words are not looked at: a wrapper's own options are few. */
const FARTHEST = 12;
const ROOTS =
  /^(?:\/\*?|~\/?\*?|\/(?:etc|usr|bin|sbin|lib|lib64|boot|var|opt|srv|root|home|Users|System|Library)(?:\/\*?)?|\/(?:home|Users)\/[^/]+\/?\*?)$/;
const RECURSIVE = /^-[a-zA-Z]*[rR]|^--recursive$/;
const DEVICE = /^(?:of=)?\/dev\/(?:sd|hd|vd|nvme|mmcblk|disk|mapper\/)/;
/** Shell text that could not stand there by accident. */
const IN_TEXT = /(?:^|[;&|]\s*)(?:sudo\s+)?rm\s+-\w*[rR]\w*\s+(?:-\S+\s+)*["']?(?:\/|~|\$HOME|\$\{HOME)/;

/**
 * A program that nobody knows may run what its words say: `somewrapper --opt rm -rf ~`. Subcommands of unknown
 * programs have such names too, so only what takes a root, a home or a device counts.
 */
export function strangerRuns({ argv }: EffectiveCommand, out: Emitter): void {
  const end = Math.min(argv.length - 1, FARTHEST);
  for (let at = 1; at < end; at++) {
    const name = baseName(argv[at]?.text ?? "");
    const words = argv.slice(at + 1);
    if (
      !ruinous(
        name,
        words.map((w) => w.text),
      )
    )
      continue;
    out.command(argv.slice(at), { certainty: "possible" });
    return;
  }
}

function ruinous(name: string, words: readonly string[]): boolean {
  if (name === "rm") return words.some((w) => RECURSIVE.test(w)) && words.some((w) => ROOTS.test(w));
  if (name === "dd" || name === "wipefs" || name.startsWith("mkfs.")) return words.some((w) => DEVICE.test(w));
  if (/^(?:ba|da|z|k)?sh$/.test(name)) return /^-[a-z]*c$/.test(words[0] ?? "") && IN_TEXT.test(words[1] ?? "");
  return false;
}
