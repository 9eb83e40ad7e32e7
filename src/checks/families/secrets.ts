import type { Family } from "./family.js";

export const secrets: Family = {
  name: "secrets",
  summary: "",
  rows: [],
};
