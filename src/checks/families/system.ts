import type { Family } from "./family.js";

export const system: Family = {
  name: "system",
  summary: "",
  rows: [],
};
