const MARK = "Rendered by bailiff from";

/** The line by which a person, `bailiff lint` and the policy know a rendered file. */
export function mark(from: string): string {
  return ` ${MARK} ${from}. Change it there and run \`bailiff init\`; a file changed here is kept as it is.`;
}

/** Whether an agent's file is one that `bailiff init` wrote. */
export function isRendered(text: string): boolean {
  return text.slice(0, 1000).includes(MARK);
}
