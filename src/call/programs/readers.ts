import { readsNothing } from "./coreutils.js";
import type { Handler } from "./emit.js";
import type { CommandSpec, ProgramSpec, Role } from "./spec.js";
import { taking } from "./wrapper.js";

// Programs that only look: GNU coreutils 9.4, util-linux, file(1), less(1) 643, diffutils 3.10, bat, eza, …

/** Programs whose operands are files that are read. */
function reader(
  names: string,
  entry: Omit<CommandSpec, "operands"> = {},
  operands: CommandSpec["operands"] = "read",
): ProgramSpec {
  return { names: names.split(" "), mutates: false, ...entry, ...(operands === undefined ? {} : { operands }) };
}

const lister = (names: string, values: Record<string, Role> = {}): ProgramSpec => reader(names, { values }, "list");

export const programs: readonly ProgramSpec[] = [
  // Words only: nothing of the file system.
  reader(
    "echo printf true false : pwd sleep seq yes whoami id uname nproc tty basename dirname expr bc factor cal which type whereis whatis apropos locale groups users who w last uptime getconf tput clear reset printenv logname numfmt jot usleep hostid lsb_release sw_vers free vmstat iostat mpstat lscpu lsusb lspci lsmem lsns lsmod tldr cheat fortune cowsay figlet",
    { style: "words" },
    "text",
  ),
  {
    names: ["date", "gdate"],
    values: { "-d --date": "text", "-r --reference": "list", "-f --file": "read", "-v": "text", "-s --set": "text" },
    optional: { "-I --iso-8601": "text", "--rfc-3339": "text" },
    // `date 11220000` sets the clock, `date +%s` shows it.
    forms: [
      { when: { any: ["-s"] }, mutates: true },
      { when: { operand: ["[0-9]*"], noOperand: ["+*"] }, mutates: true },
    ],
    mutates: false,
  },
  {
    names: ["cat", "gcat", "tac", "gtac"],
    flags: ["-A", "-b", "-e", "-E", "-n", "-s", "-t", "-T", "-u", "-v"],
    operands: "read",
    handler: "cat",
    mutates: false,
  },
  // Modules that `python -m` runs.
  reader(
    "json.tool",
    {
      flags: ["--sort-keys", "--no-ensure-ascii", "--json-lines", "--tab", "--no-indent", "--compact"],
      values: { "--indent": "text" },
    },
    { first: ["read", "write"] },
  ),
  reader("tokenize ast dis pickletools tabnanny py-compile"),
  reader("head ghead", { values: taking("-n --lines, -c --bytes") }),
  reader("tail gtail", {
    flags: ["-f", "-F", "-q", "-v", "-z", "-r", "--retry"],
    values: taking("-n --lines, -c --bytes, -s --sleep-interval, --pid, --max-unchanged-stats, -b"),
    optional: { "--follow": "text" },
  }),
  {
    names: ["less", "more", "most", "pg", "zless", "zmore", "lv", "moar", "moor", "ov"],
    values: {
      "-o -O --log-file --LOG-FILE": "write",
      "-k --lesskey-file": "read",
      ...taking("-b, -D, -h, -j, -p, -P, -t, -T, -x, -y, -z, -n"),
    },
    operands: "read",
    handler: "plus-command",
    mutates: false,
  },
  reader("nl gnl", { values: taking("-b, -d, -f, -h, -i, -l, -n, -s, -v, -w") }),
  reader("od god", { values: taking("-A, -j, -N, -S, -t, -w --width, --endian") }),
  {
    names: ["xxd"],
    flags: ["-a", "-b", "-e", "-E", "-i", "-p -ps -postscript -plain", "-r -revert", "-u", "-C", "-d", "-v"],
    values: taking("-c -cols, -g -groupsize, -l -len, -s -seek -skip, -o, -n -name, -R"),
    operands: { first: ["read"], rest: "write" },
    mutates: false,
  },
  reader("hexdump hd hexyl hexdump-bsd", { values: { ...taking("-e, -n, -s, -L, --length, --skip"), "-f": "read" } }),
  reader("strings gstrings", {
    values: taking("-n --bytes, -t --radix, -e --encoding, -T --target, -s --output-separator"),
  }),
  reader("base64 base32 base16 basenc gbase64", {
    flags: ["-d -D --decode", "-i --ignore-garbage"],
    values: { "-w --wrap -b": "text", "-o --output": "write" },
  }),
  reader("uuencode uudecode", { values: { "-o": "write" } }),
  {
    names: ["sort", "gsort"],
    flags: [..."bcCdfghiMmnRrsuVz"].map((c) => `-${c}`),
    values: {
      "-o --output": "write",
      "--compress-program": "program",
      "--files0-from": "read",
      "--random-source": "list",
      "-T --temporary-directory": "text",
      ...taking("-k --key, -S --buffer-size, -t --field-separator, --batch-size, --parallel, --sort"),
    },
    operands: "read",
    mutates: false,
  },
  {
    names: ["split", "gsplit"],
    values: {
      "--filter": "program",
      ...taking(
        "-a --suffix-length, -b --bytes, -C --line-bytes, -l --lines, -n --number, -t --separator, --additional-suffix, -p",
      ),
    },
    operands: { first: ["read"], rest: "write" },
    mutates: true,
  },
  {
    names: ["csplit", "gcsplit"],
    values: taking("-b --suffix-format, -f --prefix, -n --digits"),
    operands: { first: ["read"], rest: "text" },
    mutates: true,
  },
  {
    names: ["uniq", "guniq"],
    values: taking("-f --skip-fields, -s --skip-chars, -w --check-chars"),
    operands: { first: ["read"], rest: "write" },
    mutates: false,
  },
  reader("cut gcut", {
    values: taking("-b --bytes, -c --characters, -d --delimiter, -f --fields, --output-delimiter"),
  }),
  reader("tr gtr", {}, "text"),
  reader("wc gwc", { values: { "--files0-from": "read", "--total": "text" } }, "list"),
  // Of the same letters, `-s` takes no value here.
  reader("paste gpaste", { flags: ["-s --serial", "-z --zero-terminated"], values: taking("-d --delimiters") }),
  reader("join comm fold fmt expand unexpand pr rev column colrm col ul look pv tsort ptx shuf gshuf", {
    values: {
      ...taking(
        "-d --delimiters, -w --width, -s, -t, -1, -2, -j, -a, -v, -e, -c, -n --head-count, -i --input-range, -N, -R",
      ),
      "-o --output": "write",
    },
  }),
  reader("diff gdiff colordiff sdiff diff3 icdiff difft delta wdiff", {
    flags: [
      "-r --recursive",
      "-q --brief",
      "-N --new-file",
      "-a",
      "-b",
      "-B",
      "-c",
      "-e",
      "-i",
      "-l",
      "-n",
      "-p",
      "-s",
      "-t",
      "-T",
      "-u",
      "-w",
      "-y",
      "-Z",
      "-E",
      "-d",
    ],
    values: {
      "-o --output": "write",
      "--diff-program": "program",
      "--from-file": "read",
      "--to-file": "read",
      "-X --exclude-from": "read",
      ...taking(
        "-x --exclude, -I --ignore-matching-lines, -L --label, -W --width, -C --context, -F --show-function-line, -S --starting-file, --horizon-lines",
      ),
    },
    optional: taking("-U --unified, --color"),
  }),
  reader("cmp gcmp", { flags: ["-b", "-l", "-s"], values: taking("-i, -n") }),
  reader("iconv uconv", { values: { "-o --output": "write", ...taking("-f --from-code, -t --to-code") } }),
  {
    names: ["dos2unix", "unix2dos", "mac2unix"],
    flags: ["-k", "-q", "-f", "-b", "-o --oldfile", "-n --newfile"],
    values: { "-c": "text" },
    operands: "inplace",
    mutates: true,
  },
  lister("stat gstat", taking("-c --format, -f, --printf, -t")),
  {
    names: ["ls", "gls", "dir", "vdir", "exa", "eza", "lsd", "ll", "la"],
    values: taking(
      "-I --ignore, -w --width, -T --tabsize, --block-size, --hide, -L --level, -s --sort, -t --time, --time-style",
    ),
    optional: taking("--color, --format, --indicator-style, --icons"),
    operands: "list",
    mutates: false,
  },
  lister("file gfile", {
    "-m --magic-file": "list",
    "-f --files-from": "read",
    "-F --separator": "text",
    "-e --exclude": "text",
    "-P --parameter": "text",
  }),
  lister("realpath readlink grealpath greadlink", taking("--relative-to, --relative-base")),
  lister("du gdu dust ncdu duf dua", {
    "-d --max-depth": "text",
    "-B --block-size": "text",
    "--exclude": "text",
    "-t --threshold": "text",
    "-X --exclude-from": "read",
    "-o": "write",
    "-f": "read",
  }),
  lister("df gdf", taking("-B --block-size, -t --type, -x --exclude-type")),
  { names: ["test", "[", "gtest"], style: "words", operands: "list", mutates: false },
  {
    names: ["tree"],
    values: {
      "-o": "write",
      "-L": "text",
      "-I": "text",
      "-P": "text",
      "--filelimit": "text",
      "--sort": "text",
      "--timefmt": "text",
      "--charset": "text",
      "-H": "text",
      "-T": "text",
      "--fromfile": "read",
      "--gitfile": "read",
      "--infofile": "read",
    },
    flags: ["-R", "-a", "-d", "-f", "-i", "-l", "-x"],
    operands: "list",
    mutates: false,
  },
  lister(
    "md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum b3sum cksum sum md5 shasum gmd5sum gsha256sum xxhsum crc32",
    { "-a --algorithm": "text", "-l --length": "text" },
  ),
  {
    names: ["bat", "batcat"],
    flags: ["-p --plain", "-A --show-all", "-n --number", "-P", "-u", "-f", "-S", "-L", "-d --diff"],
    values: {
      "--pager": "program",
      ...taking(
        "-l --language, -r --line-range, -H --highlight-line, --style, --theme, --paging, --wrap, --tabs, --file-name, -m --map-syntax, --color, --decorations, --italic-text, --terminal-width, --ignored-suffix, --diff-context",
      ),
    },
    operands: "read",
    mutates: false,
  },
  {
    names: ["man", "gman"],
    flags: ["-a", "-f", "-k", "-K", "-w", "-W", "-l", "-u", "-c", "-Z", "-t", "-d", "-D"],
    values: {
      "-P --pager": "program",
      "-B --browser": "program",
      ...taking(
        "-C --config-file, -M --manpath, -S -s --sections, -L --locale, -m --systems, -e --extension, -p --preprocessor, -r --prompt, -E --encoding, -R --recode",
      ),
    },
    optional: { "-H --html": "program", "-X --gxditview": "text", "-T --troff-device": "text" },
    operands: "text",
    mutates: false,
  },
  reader(
    "vis ccat pygmentize highlight source-highlight pandoc groff m4 glow mdcat csvlook csvcut csvgrep csvstat visidata vd xsv qsv mlr fx gron jless zcat gzcat bzcat xzcat zstdcat lz4cat lesspipe mediainfo identify ffprobe pdftotext pdfinfo catdoc antiword odt2txt",
    { values: taking("-w --width, -s --style, -c --columns, -m, -r, -d --delimiter, -v, -i") },
  ),
];

/** `cat /dev/null > file` empties the file as `cp /dev/null file` does. */
const cat: Handler = (inv, out) => {
  const nothing = inv.operands.length === 0 ? readsNothing(inv) : inv.operands.every((w) => w.text === "/dev/null");
  if (!nothing) return;
  for (const redirect of inv.redirects) {
    if (!/^(?:\d*>\|?|&>|>&)$/.test(redirect.operator)) continue;
    out.effect({ kind: "destroy", path: out.path(redirect.target), how: "null" });
  }
};

/** Pagers and editors run the command after `+` when they open a file: `less '+!cmd'`. */
const plusCommand: Handler = (inv, out) => {
  for (const word of inv.operands) {
    const code = /^\++.*?[!|](.*)$/s.exec(word.text)?.[1];
    if (code) out.code("sh", { ...word, text: code }, { via: inv.name });
  }
};

export const handlers: Readonly<Record<string, Handler>> = { cat, "plus-command": plusCommand };
