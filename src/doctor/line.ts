/** One thing that doctor looked at. A line that is not in order says what to do. */
export interface Line {
  readonly about: string;
  readonly state: "ok" | "note" | "warning" | "failure";
  readonly message: string;
  readonly fix?: string;
}

export const ok = (about: string, message: string): Line => ({ about, state: "ok", message });
export const note = (about: string, message: string, fix?: string): Line => ({
  about,
  state: "note",
  message,
  ...(fix === undefined ? {} : { fix }),
});
export const warning = (about: string, message: string, fix: string): Line => ({
  about,
  state: "warning",
  message,
  fix,
});
export const failure = (about: string, message: string, fix: string): Line => ({
  about,
  state: "failure",
  message,
  fix,
});
