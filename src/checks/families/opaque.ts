import type { Family } from "./family.js";

export const opaque: Family = {
  name: "opaque",
  summary: "",
  rows: [],
};
