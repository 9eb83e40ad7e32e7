import type { Word } from "../word.js";
import type { Emitter } from "./emit.js";

/** Options by which clients of databases are given a statement. */
const GIVES = /^--?(?:[sceqQ]|sql|query|execute|statement|command|eval|exec)$/;
/** A whole statement that ends data, and nothing that only speaks of one. */
const ENDS =
  /^\s*(?:drop\s+(?:table|database|schema|keyspace|collection|bucket|stable|user)\s+(?:if\s+exists\s+)?|truncate\s+(?:table\s+)?|delete\s+from\s+)[\w."`[\]]+(?:\s+(?:cascade|restrict))?\s*;?\s*$/i;

/** A client that has no entry is told like all of them: `taos -s 'drop database power'`. */
export function strangeSql(argv: readonly Word[], out: Emitter): void {
  for (let i = 2; i < argv.length; i++) {
    const text = argv[i]?.text ?? "";
    if (text.includes(" ") && GIVES.test(argv[i - 1]?.text ?? "") && ENDS.test(text)) {
      out.act("infra/database-drop", text);
      return;
    }
  }
}
