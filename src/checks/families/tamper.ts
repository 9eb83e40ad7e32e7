import type { Family } from "./family.js";

export const tamper: Family = {
  name: "tamper",
  summary: "",
  rows: [],
};
