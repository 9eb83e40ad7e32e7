/** The three files of a layer, by their base name without `.yaml`. */
export const FILES = ["deny-rules", "policy", "programs"] as const;
export type FileKind = (typeof FILES)[number];
