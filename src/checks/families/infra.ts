import type { Family } from "./family.js";

export const infra: Family = {
  name: "infra",
  summary: "",
  rows: [],
};
