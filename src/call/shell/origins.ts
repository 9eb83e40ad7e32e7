import { type Taint, worstTaint } from "../word.js";
import { isForeign } from "./foreign.js";

const NETWORK = new Set([
  "curl",
  "wget",
  "fetch",
  "http",
  "https",
  "xh",
  "aria2c",
  "axel",
  "lynx",
  "w3m",
  "links",
  "nc",
  "ncat",
  "netcat",
  "socat",
  "telnet",
  "dig",
  "nslookup",
  "host",
  "ftp",
  "lwp-request",
  "GET",
  "httpie",
  "curlie",
  "ssh",
  "websocat",
  "wget2",
  "axel",
  "lwp-download",
  "finger",
  "whois",
  "mosquitto_sub",
  "scp",
  "sftp",
  "iwr",
  "irm",
  "Invoke-WebRequest",
  "Invoke-RestMethod",
]);
/** Forms of programs with many uses that fetch something and print or save it. */
const FETCHES: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    aws: /^(?:\S+ )*(?:s3 (?:cp|mv|sync) (?:\S+ )*s3:|s3api get-object )/,
    gsutil: /^(?:-\S+ )*(?:cat |(?:cp|mv|rsync) (?:\S+ )*gs:)/,
    gcloud: /^(?:\S+ )*storage (?:cat |cp (?:\S+ )*gs:)/,
    az: /^storage (?:blob|file) download /,
    gh: /^(?:api |gist view |(?:release|run) download )/,
    rclone: /^(?:-\S+ )*(?:cat |copyurl |copy(?:to)? (?:\S+ )*[\w-]+:)/,
    s3cmd: /^(?:-\S+ )*get /,
    s5cmd: /^(?:-\S+ )*(?:cat |cp (?:\S+ )*s3:)/,
    glab: /^(?:release download|snippet view|api) /,
    oras: /^pull /,
    svn: /^(?:\S+ )*(?:export|cat) /,
    git: /^archive (?:\S+ )*--remote/,
    mc: /^(?:cat|cp|get) /,
    openssl: /^s_client /,
  }),
);
const ENVIRONMENT = new Set(["env", "printenv", "set", "declare", "typeset", "export"]);
const DECODERS = new Set([
  "gunzip",
  "zcat",
  "bunzip2",
  "bzcat",
  "unxz",
  "xzcat",
  "unzstd",
  "zstdcat",
  "uudecode",
  "unlzma",
  "lzcat",
  "funzip",
  "lz4cat",
  "brotlicat",
  "base58",
  "base91",
  "steghide",
  "zsteg",
  "zbarimg",
  "tesseract",
  "pdftotext",
  "minimodem",
  "strings",
  "uncompress",
]);
/** The option by which programs that also encode do so. */
const DECODING: ReadonlyMap<string, RegExp> = new Map([
  ...each(["base64", "base32", "basenc", "gbase64"], /^(?:-[a-zA-Z]*[dD]\w*|--dec\w*)$/),
  ...each(
    ["gzip", "bzip2", "xz", "zstd", "lzma", "lz4", "brotli", "pigz", "lzip", "lzop"],
    /^(?:-[a-zA-Z]*d|--dec|--unc)/,
  ),
  ...each(["gpg", "gpg2", "age"], /^(?:-d|--decrypt)$/),
  ...each(["xxd"], /^-[a-z]*r/),
  ...each(["openssl"], /^-(?:d|decrypt)$/),
  // A member of an archive, printed.
  ...each(["tar", "gtar", "bsdtar"], /^(?:-?[a-zA-Z]*O[a-zA-Z]*|--to-stdout)$/),
  ...each(["unzip"], /^-[a-z]*[pc]/),
  ...each(["7z", "7za", "7zz"], /^-so$/),
  ...each(["ar"], /^-?p[a-z]*$/),
  ...each(["cpio"], /^--to-stdout$/),
  ...each(["exiftool"], /^-b(?:inary)?$/),
  ...each(["jq", "gojq", "jaq"], /@base64d/),
  // Interpreters print what their code decodes.
  ...each(
    ["python", "python3", "node", "perl", "ruby", "php"],
    /b64decode|decode_base64|base64_decode|Base64\.(?:decode|urlsafe_decode|strict_decode)|["']base64["']|["']hex["']|\batob\(|unhexlify|fromhex|gzinflate|gzuncompress|zlib\.decompress|gunzipSync|inflateSync|rot_?13|unpack\(?["'][mHu]/,
  ),
]);

function each(names: readonly string[], option: RegExp): [string, RegExp][] {
  return names.map((name) => [name, option]);
}

const READERS = new Set([
  "cat",
  "head",
  "tail",
  "less",
  "more",
  "tac",
  "nl",
  "sed",
  "awk",
  "gawk",
  "grep",
  "egrep",
  "fgrep",
  "rg",
  "cut",
  "sort",
  "uniq",
  "jq",
  "yq",
  "od",
  "xxd",
  "hexdump",
  "base64",
  "tr",
  "rev",
  "fold",
  "column",
  "bat",
  "tee",
  "dd",
  "paste",
  "fmt",
  "pr",
  "iconv",
  "tar",
  "unzip",
  "gzip",
  "bzip2",
  "xz",
  "zstd",
]);

/**
 * Where the unknown output of a program comes from.
 *
 * @param piped it reads something
 * @param carried origin of what it reads or is given
 */
export function originOf(name: string, words: readonly string[], piped: boolean, carried: Taint | undefined): Taint {
  if (NETWORK.has(name) || FETCHES.get(name)?.test(`${words.join(" ")} `)) return "network";
  const decodes = isDecoder(name, words);
  if (decodes) return worstTaint("decoded", carried) ?? "decoded";
  if (isForeign(name, words)) return worstTaint("foreign", carried) ?? "foreign";
  if (ENVIRONMENT.has(name)) return worstTaint("environment", carried) ?? "environment";
  if (!READERS.has(name)) return worstTaint("unknown", carried) ?? "unknown";
  return worstTaint(piped ? "unknown" : "file", carried) ?? "unknown";
}

/** Whether this command turns an encoding back into what it stands for. */
export function isDecoder(name: string, words: readonly string[]): boolean {
  if (DECODERS.has(name)) return true;
  const option = DECODING.get(name);
  if (!option) return false;
  return words.some((word) => option.test(word)) || (name === "openssl" && /^(?:smime|cms)$/.test(words[0] ?? ""));
}
