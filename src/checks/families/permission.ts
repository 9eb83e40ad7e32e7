import type { Family } from "./family.js";

export const permission: Family = {
  name: "permission",
  summary: "",
  rows: [],
};
