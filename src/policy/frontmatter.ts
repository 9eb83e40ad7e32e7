/** The YAML between the first two `---` lines, with its line numbers kept; undefined where there is none. */
export function frontmatter(text: string): string | undefined {
  const body = text.replace(/^\uFEFF/, "");
  const match = /^---[ \t]*\r?\n([\s\S]*?)(?:^|\r?\n)---[ \t]*(?:\r?\n|$)/.exec(body);
  return match ? `\n${match[1] ?? ""}` : undefined;
}
