import type { Args } from "./profile.js";

export const NO_ARGUMENTS: Args = { positional: [], named: new Map() };

export const DEEPEST = 60;

export const MOST_CALLS_DEEP = 5;

/** A function's body is read so many times at most, a short one until so many tokens were read. */
export const MOST_READINGS = 6;
export const MOST_READ_AGAIN = 4000;

/** A list of so many items is gone through one by one. */
export const MOST_STEPS = 32;

export const ASSIGN = new Set("= += .= := ||= &&= ??= //= ..= <- <<- -= *= /= |=".split(" "));

export const APPENDS = new Set("+= .= ..= <<".split(" "));

export const DECLARES = new Set("const let var my our local state global nonlocal static auto val".split(" "));

export const SKIPPED = new Set(
  "if elif elsif elseif unless while until switch case when match with try else do then begin end loop finally except catch rescue ensure repeat class module interface namespace package export default async public private protected final abstract print puts echo p pass go defer unset".split(
    " ",
  ),
);

export const PREFIXES = new Set(
  "new await not typeof void defined ref async yield throw raise clone delete in is and or xor && ||".split(" "),
);

export const STOPS = new Set(
  "if unless while until for foreach else elif elsif do then end as in of from and or async rescue extends implements".split(
    " ",
  ),
);

export const OPERATORS = new Set(
  "== === != !== < > <= >= <=> - * ** & | ^ ~ =~ !~ << >> >>> .. ... |> %% // / %".split(" "),
);

export const WORD_OPERATORS = new Set("in is instanceof eq ne lt gt le ge cmp x and or not isa".split(" "));

/** Perl's functions that work on `$_` when they are given nothing. */
export const TOPICAL = new Set("unlink rmdir eval lc uc chr stat lstat chomp".split(" "));

/** Methods that call what they are given with each element, or with the value itself. */
export const ITERATES = new Set(
  "then map forEach each filter flatMap some every find reduce each_with_index each_entry tap on once collect select reject catch finally addListener addEventListener walk apply sort subscribe each_child each_pair find_each foreach yield_self iterate".split(
    " ",
  ),
);

/** Of these the ones that give their function one item after the other. */
export const GOES_THROUGH = new Set("map forEach each flatMap filter some every find collect select reject".split(" "));

/** Tests that leave only some of all names. */
export const NARROWS =
  /^(?:endswith|startswith|endsWith|startsWith|end_with\?|start_with\?|match\??|search|fnmatch|fullmatch|test|suffix|includes|include\?|contains|=~|==|===|eq|preg_match|str_ends_with|str_starts_with)$/;
