import type { Family } from "./family.js";

export const publish: Family = {
  name: "publish",
  summary: "",
  rows: [],
};
