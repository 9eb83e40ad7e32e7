/**
 * The words of refusals and warnings, apart from the code that fills them in. `{name}` is replaced by
 * a value that was made safe before. Lines whose value is unknown are left out.
 */
export interface Template {
  readonly heading: string;
  readonly reason: string;
  readonly role: string;
  readonly suggestion: string;
  readonly next: string;
  /** Numbered steps; the first that fit are shown. */
  readonly steps: readonly string[];
}

const frame = {
  reason: "**Reason:** {reason}",
  role: "**Agent Role:** {role}",
  suggestion: "**Suggestion:** {suggestion}",
  next: "**Next Steps:**",
} as const;

/** A call that does not run. */
export const blocked: Template = {
  ...frame,
  heading: "## BLOCKED: {what}",
  steps: [
    "Take the suggestion; do not try the same by another route.",
    "If it is needed as it is, stop and ask the user to run it. (Rule: {rule})",
    "{others}",
  ],
};

/** A call that a person would have to approve, where nobody can be asked. */
export const unasked: Template = {
  ...frame,
  heading: "## BLOCKED: {what}",
  reason: "**Reason:** {reason} This needs a person's approval, and nobody can be asked here.",
  steps: [
    "{approve}",
    "Take the suggestion, or stop and ask the user to run it. (Rule: {rule})",
    "Do not try the same by another route.",
    "{others}",
  ],
};

/** A call that is put to a person now. */
export const approval: Template = {
  ...frame,
  heading: "## APPROVAL NEEDED: {what}",
  steps: ["Approve it only if it is meant exactly as it stands. (Rule: {rule})", "{others}"],
};

/** A call that ran and about which something is to be said. */
export const warned: Template = {
  ...frame,
  heading: "## WARNING: {what}",
  steps: ["The call was not stopped. Change it if the reason holds here. (Rule: {rule})", "{others}"],
};

/** Added to the reason of a call that was refused before. */
export const REPEATED = "ALREADY BLOCKED: do not retry this call.";
/** Added where refusals pile up. */
export const ESCALATED = "Several calls were refused in a short time: stop and ask the user how to go on.";
