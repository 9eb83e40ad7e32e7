import type { Family } from "./family.js";

export const fsDelete: Family = {
  name: "fs-delete",
  summary: "",
  rows: [],
};
