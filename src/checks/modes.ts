/** What a mode, as chmod(1) takes it, lets others do. */
export interface Grants {
  /** Everybody may write. */
  readonly worldWrite: boolean;
  readonly setuid: boolean;
  readonly setgid: boolean;
  /** Even the owner cannot use it any more. */
  readonly closes: boolean;
}

const NOTHING: Grants = { worldWrite: false, setuid: false, setgid: false, closes: false };

/**
 * Reads a mode as text: octal (`0777`, `=755`, `4755`) or symbolic (`u+s,o=rw`). What it cannot read
 * grants nothing.
 */
export function grants(mode: string): Grants {
  const octal = /^[+=]?0*([0-7]{1,4})$/.exec(mode);
  if (octal) {
    const bits = Number.parseInt(octal[1] as string, 8);
    return {
      worldWrite: (bits & 0o002) !== 0,
      setuid: (bits & 0o4000) !== 0,
      setgid: (bits & 0o2000) !== 0,
      closes: !mode.startsWith("+") && (bits & 0o700) === 0,
    };
  }
  return mode.split(",").reduce((all, clause) => join(all, symbolic(clause)), NOTHING);
}

function join(a: Grants, b: Grants): Grants {
  return {
    worldWrite: a.worldWrite || b.worldWrite,
    setuid: a.setuid || b.setuid,
    setgid: a.setgid || b.setgid,
    closes: a.closes || b.closes,
  };
}

function symbolic(clause: string): Grants {
  const match = /^([ugoa]*)((?:[+=-][rwxXstugo]*)+)$/.exec(clause);
  if (!match) return NOTHING;
  const [, who = "", actions = ""] = match;
  // Without a class the umask holds back what others would get, but not the set bits.
  const all = who === "" || who.includes("a");
  let result = NOTHING;
  for (const action of actions.match(/[+=-][rwxXstugo]*/g) ?? []) {
    const sign = action[0];
    const what = action.slice(1);
    if (sign === "-") {
      const closes = (all || who.includes("u")) && /[rx]/.test(what);
      result = join(result, { ...NOTHING, closes });
      continue;
    }
    result = join(result, {
      worldWrite: (who.includes("o") || who.includes("a")) && /[wu]/.test(what),
      setuid: (all || who.includes("u")) && what.includes("s"),
      setgid: (all || who.includes("g")) && what.includes("s"),
      closes: sign === "=" && what === "" && (all || who.includes("u")),
    });
  }
  return result;
}
