import type { Language } from "../programs/spec.js";
import { applescript } from "./applescript.js";
import { awk } from "./awk.js";
import { cmd } from "./cmd.js";
import { fish } from "./fish.js";
import { javascript } from "./javascript.js";
import { lua } from "./lua.js";
import { mongo } from "./mongo.js";
import { other } from "./other.js";
import { perl } from "./perl.js";
import { php } from "./php.js";
import { powershell } from "./powershell.js";
import { python } from "./python.js";
import { r } from "./r.js";
import type { CodeReader } from "./reader.js";
import { redis } from "./redis.js";
import { ruby } from "./ruby.js";
import { sed } from "./sed.js";
import { sql } from "./sql.js";

/** Readers by language; shell text is read by `../shell/`, and what has no reader here is not looked into. */
export const readers: Partial<Record<Language, CodeReader>> = {
  python,
  javascript,
  perl,
  ruby,
  php,
  lua,
  r,
  awk,
  sed,
  sql,
  redis,
  mongo,
  powershell,
  cmd,
  applescript,
  other,
  fish,
};
