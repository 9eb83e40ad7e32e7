import { removalOf } from "../call/programs/hosting.js";
import type { Hit } from "./families/family.js";

const HOSTS =
  /^(?:https?:\/\/)?(?:[^@/]*@)?(?:api\.github\.com|uploads\.github\.com|gitlab\.com\/api|[^/]*gitlab[^/]*\/api|registry\.npmjs\.org|pypi\.org|upload\.pypi\.org|crates\.io\/api|rubygems\.org\/api|api\.bitbucket\.org|hub\.docker\.com|codeberg\.org\/api|[^/]*gitea[^/]*\/api)/i;

/** `curl -X DELETE https://api.github.com/repos/o/r`: the host's own interface instead of its command line. */
export function removedAt(words: readonly string[], family: string, hit: Hit): void {
  for (const word of words) {
    if (!HOSTS.test(word)) continue;
    const act = removalOf(word.replace(/^(?:https?:\/\/)?(?:[^@/]*@)?/, "https://"));
    if (!act?.startsWith(family)) continue;
    hit(act, word);
    return;
  }
}
