import type { Family } from "./family.js";

export const gitHistory: Family = {
  name: "git-history",
  summary: "",
  rows: [],
};
