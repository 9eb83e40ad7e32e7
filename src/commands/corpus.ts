/** One call and what is expected of it. */
export interface CorpusRow {
  readonly id: string;
  readonly family?: string;
  /** How a call is disguised, e.g. `plain`, `wrapper`, `mention`. */
  readonly way?: string;
  readonly expect: "deny" | "ask" | "warn" | "allow";
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly cwd?: string;
  readonly home?: string;
  readonly agent?: string;
}

export interface Share {
  readonly hits: number;
  readonly of: number;
}

interface Measure {
  /** Of the calls that must be refused, those that are. */
  readonly recall: Share;
  /** Of the calls that must run, those that do not. */
  readonly falseRefusals: Share;
}

export interface Outcome extends Measure {
  readonly byFamily: readonly (readonly [string, Measure])[];
  readonly byWay: readonly (readonly [string, Measure])[];
  readonly failures: readonly { readonly row: CorpusRow; readonly got: string; readonly known: boolean }[];
  /** Ids of known failures that fail no longer (or are no rows at all). */
  readonly mended: readonly string[];
  readonly ok: boolean;
}

const refused = (decision: string): boolean => decision === "deny" || decision === "ask";

/** Judges rows and counts. Known failures are counted as what they are; they only keep the result from being an error. */
export function measure(
  rows: readonly CorpusRow[],
  known: readonly string[],
  judge: (row: CorpusRow) => string,
): Outcome {
  const listed = new Set(known);
  const judged = rows.map((row) => {
    let got: string;
    try {
      got = judge(row);
    } catch (error) {
      got = `error: ${(error as Error).message}`;
    }
    return { row, got };
  });
  // A call that could not be judged is neither refused nor let through, so it fails either way.
  const wrong = judged.filter(({ row, got }) => got.startsWith("error") || refused(got) !== refused(row.expect));
  const failing = new Set(wrong.map(({ row }) => row.id));
  const failures = wrong.map(({ row, got }) => ({ row, got, known: listed.has(row.id) }));
  const mended = known.filter((id) => !failing.has(id));
  return {
    ...counted(judged),
    byFamily: grouped(judged, (row) => row.family ?? "-"),
    byWay: grouped(judged, (row) => row.way ?? "-"),
    failures,
    mended,
    ok: mended.length === 0 && failures.every((each) => each.known),
  };
}

type Judged = { readonly row: CorpusRow; readonly got: string };

function counted(judged: readonly Judged[]): Measure {
  const bad = judged.filter(({ row }) => refused(row.expect));
  const good = judged.filter(({ row }) => !refused(row.expect));
  const hits = (list: readonly Judged[]): number => list.filter(({ got }) => refused(got)).length;
  return { recall: { hits: hits(bad), of: bad.length }, falseRefusals: { hits: hits(good), of: good.length } };
}

function grouped(judged: readonly Judged[], key: (row: CorpusRow) => string): [string, Measure][] {
  const groups = new Map<string, Judged[]>();
  for (const each of judged) {
    const name = key(each.row);
    const group = groups.get(name);
    if (group) group.push(each);
    else groups.set(name, [each]);
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, list]) => [name, counted(list)]);
}
