// Compiles only if OpenCode can load bailiff: its entry has the type that the host's plugins have.
import type { Plugin, PluginModule } from "@opencode-ai/plugin";
import bailiff from "../../../src/opencode.js";

export const entry: PluginModule = bailiff;
export const server: Plugin = bailiff.server;
