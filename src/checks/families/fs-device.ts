import type { Family } from "./family.js";

export const fsDevice: Family = {
  name: "fs-device",
  summary: "",
  rows: [],
};
