import type { Family } from "./family.js";

export const remoteExec: Family = {
  name: "remote-exec",
  summary: "",
  rows: [],
};
