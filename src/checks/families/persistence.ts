import type { Family } from "./family.js";

export const persistence: Family = {
  name: "persistence",
  summary: "",
  rows: [],
};
