import { plainWord } from "../word.js";
import { is, type State } from "./sql-state.js";
import type { SqlToken } from "./sql-tokens.js";

/** Programs that the server is told to run, and its files. */
export function hostAccess(tokens: readonly SqlToken[], state: State): void {
  const { out, inner } = state;
  tokens.forEach((token, i) => {
    if (token.kind !== "word") return;
    const next = tokens[i + 1];
    const argument = next?.text === "(" ? tokens[i + 2] : next;
    if (argument?.kind !== "string") return;
    const path = out.path(plainWord(argument.text));
    switch (token.text) {
      case "PROGRAM":
      case "XP_CMDSHELL":
      case "SYS_EXEC":
      case "SYS_EVAL":
        out.code("sh", plainWord(argument.text), inner);
        return;
      case "OUTFILE":
      case "DUMPFILE":
      case "WRITEFILE":
        out.effect({ kind: "write", path, how: "overwrite" });
        return;
      case "LOAD_FILE":
      case "READFILE":
      case "PG_READ_FILE":
      case "PG_READ_BINARY_FILE":
      case "INFILE":
        out.effect({ kind: "read", path });
        return;
      case "TO":
      case "FROM":
        if (is(tokens[0], "COPY"))
          out.effect(token.text === "TO" ? { kind: "write", path, how: "overwrite" } : { kind: "read", path });
        else if (token.text === "FROM" && /[./]/.test(argument.text)) out.effect({ kind: "read", path });
        return;
      case "INTO":
        if (is(tokens[0], "VACUUM")) out.effect({ kind: "write", path, how: "overwrite" });
        return;
      default:
        return;
    }
  });
}
