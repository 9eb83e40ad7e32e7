// What is read here is a closed world: values of the language itself, which no property or method can
// lead out of but those named below, and input by functions that only read, called directly.

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

export const KEYWORDS = words(
  "const let var if else for of in while do return typeof void instanceof new function true false null undefined break continue switch case default try catch finally throw",
);
/** Behind these words a value may begin with a slash or a bracket. */
export const BEFORE_VALUE = words("return typeof void in of case else do throw instanceof new");

/** Lead out of the closed world wherever they stand, also as a text that could name a property. */
export const NEVER =
  /^(?:constructor|prototype|__.*__|__.*|eval|Function|AsyncFunction|GeneratorFunction|globalThis|global|window|self|arguments|callee|caller|Reflect|Proxy|WebAssembly|getPrototypeOf|setPrototypeOf|getOwnPropertyDescriptors?|defineProperty|defineProperties|mainModule|getBuiltinModule|binding|dlopen|import|with|class|async|await|yield|delete|debugger|super|this|export|static)$/;

/** The same as a text, by which a property could be named. */
export const NEVER_TEXT = /^(?:constructor|prototype|__.*)$/;

/** Values that are only data and functions without effects, whatever is taken from them. */
export const PURE = words(
  "Math Number BigInt NaN Infinity isNaN isFinite parseInt parseFloat encodeURIComponent decodeURIComponent encodeURI decodeURI structuredClone path querystring Intl",
);

/** Of these, only what is named. */
export const SOME: Readonly<Record<string, ReadonlySet<string>>> = {
  JSON: words("parse stringify"),
  Object: words("keys values entries fromEntries assign freeze is hasOwn groupBy"),
  Array: words("from isArray of"),
  String: words("raw fromCharCode fromCodePoint"),
  Boolean: words(""),
  Date: words("now parse UTC"),
  Buffer: words("from byteLength concat alloc isBuffer"),
  console: words("log error info warn debug table dir group groupEnd"),
  process: words(
    "version versions platform arch argv argv0 pid ppid cwd uptime memoryUsage env exit execPath release config title",
  ),
  os: words(
    "platform cpus totalmem freemem hostname homedir tmpdir type release arch userInfo uptime loadavg networkInterfaces EOL version machine availableParallelism endianness",
  ),
  util: words("inspect format isDeepStrictEqual stripVTControlCharacters"),
  url: words("fileURLToPath pathToFileURL domainToASCII"),
  crypto: words("createHash randomUUID getHashes"),
};

/** Functions that read files: they are called where they stand, with a path and at most an encoding. */
export const READERS = words(
  "readFileSync existsSync statSync lstatSync readdirSync realpathSync readlinkSync accessSync",
);

export const MODULES = words("fs os path util url crypto querystring");

export const CONSTRUCTORS = words(
  "Date Map Set Array RegExp URL URLSearchParams Error TypeError RangeError Uint8Array Int32Array Float64Array TextDecoder TextEncoder",
);

/** Names that mean something outside and so stand for nothing of the script's own. */
export const TAKEN = words(
  `require module exports fetch setTimeout setInterval setImmediate queueMicrotask clearTimeout Worker Deno Bun document
   navigator performance WebSocket EventSource BroadcastChannel MessageChannel Atomics SharedArrayBuffer FinalizationRegistry
   WeakRef Symbol Promise gc localStorage sessionStorage Storage CompressionStream ReadableStream WritableStream
   assert async_hooks buffer child_process cluster constants dgram diagnostics_channel dns domain events fs http http2 https
   inspector net perf_hooks process punycode readline repl stream string_decoder sys timers tls trace_events tty v8 vm wasi
   worker_threads zlib sqlite sea test os util url crypto ${Object.keys(SOME).join(" ")} ${[...PURE].join(" ")}`,
);
