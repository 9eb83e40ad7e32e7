// What the benchmark takes from the sources beside the library itself.
export { nodeFiles } from "../../src/brain/files.js";
export { findPlace } from "../../src/brain/place.js";
export { createGovernor } from "../../src/govern.js";
export { compilePolicy } from "../../src/policy/compile.js";
export { makeKeeper } from "../../src/sessions/keeper.js";
