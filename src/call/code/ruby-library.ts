import {
  acts,
  chdirs,
  chmods,
  chowns,
  connects,
  copies,
  decodes,
  destroys,
  evaluates,
  forks,
  globbed,
  joins,
  kills,
  links,
  moves,
  names,
  queries,
  reads,
  removes,
  removesSelf,
  requests,
  runs,
  runsFile,
  SAME,
  SELF,
  STAR,
  shells,
  truthy,
  writes,
} from "./deeds.js";
import {
  base64,
  character,
  hex,
  joinItems,
  lastPart,
  lower,
  parent,
  printf,
  replaced,
  reversed,
  splitText,
  trimmed,
  upper,
} from "./fold.js";
import { RUBY_GIT, RUGGED } from "./git-objects.js";
import type { Call } from "./profile.js";
import {
  asText,
  element,
  joinPath,
  list,
  narrowed,
  type Sym,
  type Text,
  taintOf,
  text,
  unknown,
  type Value,
} from "./values.js";

// docs.ruby-lang.org: Kernel, File, Dir, IO, FileUtils, Pathname, Process, Open3; open-uri, net/http, socket; Active Record.

const symbol = (name: string): Sym => ({ kind: "symbol", name });
const TEMP: Text = { kind: "text", text: "/tmp/⟦temporary⟧", known: true, path: true };

function all(names: string, call: Call): [string, Call][] {
  return names.split(" ").map((name) => [name, call]);
}

const open: Call = (args, m) => {
  const file = args.positional[0];
  const mode = asText(args.positional[1] ?? args.named.get("mode") ?? text("r")).text;
  const name = file ? asText(file).text : "";
  if (name.startsWith("|")) {
    m.shell(text(name.slice(1)));
    return unknown("output");
  }
  if (/[wa+]/.test(mode)) {
    m.onPaths(file, (path) => ({ kind: "write", path, how: mode.includes("a") ? "append" : "overwrite" }));
    return unknown("handle");
  }
  return m.read(file);
};

const expand: Call = (args, m) => {
  const given = asText(args.positional[0] ?? text("."));
  const base = args.positional[1];
  const name = given.text.replace(/^~(?=\/|$)/, m.home);
  return base ? joinPath([base, { ...given, text: name }]) : { ...given, text: name, path: true };
};

const fromSelf =
  (call: Call): Call =>
  (args, m) =>
    isPath(args.self)
      ? call({ positional: [args.self as Value, ...args.positional], named: args.named }, m)
      : undefined;

function isPath(value: Value | undefined): boolean {
  return value?.kind === "text" && value.path === true;
}

const send: Call = (args, m) => {
  const [name, ...rest] = args.positional;
  if (!name || !args.self) return undefined;
  const key = asText(name).text;
  const target: Sym =
    args.self.kind === "symbol" && !args.self.self && args.self.name !== "Kernel" && args.self.name !== "self"
      ? symbol(`${args.self.name}.${key}`)
      : symbol(key);
  return m.apply(target, rest);
};

const method: Call = (args) => {
  const key = asText(args.positional[0] ?? text("?")).text;
  return args.self?.kind === "symbol" ? symbol(`${args.self.name}.${key}`) : symbol(key);
};

const constant: Call = (args) => symbol(asText(args.positional[0] ?? text("?")).text);

/** `[…].pack('m')` encodes, `text.unpack1('m')` decodes. */
const unpack: Call = (args, m) => {
  const kind = asText(args.positional[0] ?? text("")).text;
  const decode = /^m/.test(kind) ? base64 : /^H/.test(kind) ? hex : undefined;
  const value = decodes((given) => decode?.(given))({ positional: [args.self ?? text("")], named: args.named }, m);
  return value ? list([value]) : undefined;
};

const pack: Call = (args, m) => {
  const kind = asText(args.positional[0] ?? text("")).text;
  if (/^[cCU]\*?/.test(kind) && args.self) return character({ positional: [args.self], named: args.named }, m);
  if (/^H/.test(kind) && args.self) return decodes(hex)({ positional: [element(args.self)], named: args.named }, m);
  return unknown("packed");
};

const remove: Call = removes();
const tree: Call = removes(true);
const fileNames = "rm_rf rm_r rmtree remove_dir remove_entry remove_entry_secure rm_r_f";

export const rubyFunctions: Readonly<Record<string, Call>> = {
  ...Object.fromEntries([
    ...all(
      fileNames
        .split(" ")
        .flatMap((n) => [`FileUtils.${n}`])
        .join(" "),
      tree,
    ),
    ...all(
      "FileUtils.rm FileUtils.rm_f FileUtils.remove FileUtils.remove_file FileUtils.safe_unlink FileUtils.rmdir File.delete File.unlink Dir.rmdir Dir.delete Dir.unlink",
      remove,
    ),
    ...all("FileUtils.mv FileUtils.move File.rename", moves()),
    ...all("FileUtils.cp FileUtils.cp_r FileUtils.copy FileUtils.install FileUtils.copy_file IO.copy_stream", copies()),
    ...all("FileUtils.ln_s FileUtils.ln_sf FileUtils.symlink File.symlink", links(true)),
    ...all("FileUtils.ln File.link", links(false)),
    ...all("FileUtils.mkdir FileUtils.mkdir_p FileUtils.makedirs Dir.mkdir", writes("mkdir", 0, 9)),
    ...all("FileUtils.touch", writes("touch", 0, 9)),
    ...all("FileUtils.chmod File.chmod", chmods(1, 0)),
    ...all("FileUtils.chmod_R", chmods(1, 0, true)),
    ...all("FileUtils.chown File.chown", chowns(2, 0)),
    ...all("FileUtils.chown_R", chowns(2, 0, true)),
    ...all("FileUtils.cd Dir.chdir FileUtils.chdir", chdirs),
    ...all("File.write IO.write File.binwrite IO.binwrite", writes("overwrite")),
    ...all(
      "File.read IO.read File.binread File.readlines IO.readlines File.foreach IO.foreach YAML.load_file JSON.load_file CSV.read",
      reads(),
    ),
    ...all("File.open File.new Kernel.open open Pathname.open", open),
    ...all(
      "URI.open OpenURI.open_uri Net::HTTP.get Net.HTTP.get Net::HTTP.get_response Net.HTTP.get_response URI.parse.open HTTParty.get Faraday.get RestClient.get Excon.get",
      requests(),
    ),
    ...all(
      "Net::HTTP.post Net.HTTP.post Net::HTTP.post_form Net.HTTP.post_form HTTParty.post Faraday.post RestClient.post Excon.post HTTP.post",
      requests(),
    ),
    ...all("HTTParty.delete Faraday.delete RestClient.delete Excon.delete HTTP.delete", requests(0, "DELETE")),
    ...all("Net::HTTP::Delete.new Net.HTTP.Delete.new", requests(0, "DELETE")),
    ...all(
      "system spawn Process.spawn IO.popen PTY.spawn Open3.capture2 Open3.capture2e Open3.capture3 Open3.popen3 Open3.popen2 Open3.pipeline",
      runs(),
    ),
    ...all("exec Process.exec", runs()),
    ...all("eval instance_eval class_eval module_eval binding.eval", evaluates()),
    ...all("load require_relative", runsFile),
    ...all("TCPSocket.open TCPSocket.new Socket.tcp Socket.new UNIXSocket.new", connects()),
    ...all("Dir.glob Dir.[]", (args) => globbed(args.positional[0])),
    ...all("File.join", joins),
    ...all("Process.kill", kills(1, 0)),
    ...all("fork Process.fork", forks()),
    ...all("Base64.decode64 Base64.strict_decode64 Base64.urlsafe_decode64", decodes(base64)),
  ]),
  "`": shells(),
  "Dir[]": (args) => globbed(args.positional[0]),
  "Dir.children": names(),
  "Dir.entries": names(),
  "Dir.each_child": names(),
  "Dir.foreach": names(),
  "Dir.home": (_args, m) => m.variable("HOME"),
  "Dir.pwd": (_args, m) => m.directory,
  "Dir.getwd": (_args, m) => m.directory,
  "Dir.mktmpdir": () => TEMP,
  "Tempfile.new": () => TEMP,
  "Tempfile.create": () => TEMP,
  "ENV.fetch": (args, m) => m.variable(asText(args.positional[0] ?? text("?")).text),
  "File.truncate": destroys(),
  "File.expand_path": expand,
  "File.absolute_path": expand,
  "File.realpath": SAME,
  "File.dirname": parent,
  "File.basename": lastPart,
  "Pathname.new": (args) => ({ ...asText(args.positional[0] ?? text(".")), path: true }),
  Pathname: (args) => ({ ...asText(args.positional[0] ?? text(".")), path: true }),
  URI: SAME,
  "URI.parse": SAME,
  String: SAME,
  sprintf: printf,
  format: printf,
  gets: (_args, m) => m.stdin,
  "STDIN.read": (_args, m) => m.stdin,
  "$stdin.read": (_args, m) => m.stdin,
  "ARGF.read": (_args, m) => m.stdin,
  "$<.read": (_args, m) => m.stdin,
  send: (args, m) => send({ ...args, self: symbol("Kernel") }, m),
  __send__: (args, m) => send({ ...args, self: symbol("Kernel") }, m),
  public_send: (args, m) => send({ ...args, self: symbol("Kernel") }, m),
  method: (args) => symbol(asText(args.positional[0] ?? text("?")).text),
  "Object.const_get": constant,
  "Git.open": () => symbol(RUBY_GIT),
  "Git.init": () => symbol(RUBY_GIT),
  "Git.clone": () => symbol(RUBY_GIT),
  "Rugged::Repository.new": () => symbol(RUGGED),
  "Rugged.Repository.new": () => symbol(RUGGED),
  "Redis.new": () => symbol("redis()"),
  "redis().flushall": acts("infra/database-drop"),
  "redis().flushdb": acts("infra/database-drop"),
  "ActiveRecord::Base.connection.execute": queries,
};

/** `User.delete_all`: a class of the application, with nothing that narrows it. */
const deletesAll: Call = (args, m) => {
  const self = args.self;
  if (self?.kind === "symbol" && !self.self && /^[A-Z]/.test(self.name))
    m.act("infra/database-rows", `${self.name}.delete_all`);
  else if (self?.kind === "text" && self.text === "⟦every row⟧") m.act("infra/database-rows", "all");
  return undefined;
};

export const rubyMethods: Readonly<Record<string, Call>> = {
  send,
  __send__: send,
  public_send: send,
  method,
  call: (args, m) => (args.self?.kind === "symbol" ? m.apply(args.self, args.positional) : undefined),
  new: (args) => (args.self?.kind === "symbol" && /^(?:Net|HTTP)/.test(args.self.name) ? unknown("client") : undefined),
  read: (args, m) =>
    isPath(args.self) ? m.read(args.self) : unknown("content", args.self ? taintOf(args.self) : undefined),
  body: (args) => unknown("body", args.self ? taintOf(args.self) : undefined),
  delete: fromSelf(remove),
  unlink: fromSelf(remove),
  rmtree: (args, m) => (isPath(args.self) ? removesSelf(true)(args, m) : undefined),
  rmdir: fromSelf(remove),
  write: fromSelf(writes("overwrite")),
  children: (args) => (isPath(args.self) ? list([joinPath([args.self as Value, STAR])]) : undefined),
  glob: (args) => (isPath(args.self) ? globbed(joinPath([args.self as Value, args.positional[0] ?? STAR])) : undefined),
  join: (args) =>
    isPath(args.self)
      ? joinPath([args.self as Value, ...args.positional])
      : joinItems(args.self, args.positional[0] ?? text("")),
  to_s: SELF,
  to_str: SELF,
  to_i: SELF,
  to_a: SELF,
  chomp: trimmed,
  strip: trimmed,
  downcase: lower,
  upcase: upper,
  reverse: reversed,
  gsub: replaced,
  sub: replaced,
  tr: replaced,
  split: (args) => splitText(args.self, args.positional[0]),
  concat: (args) => args.self,
  pack,
  unpack,
  unpack1: (args, m) => element(unpack(args, m) ?? unknown("unpacked")),
  chr: (args, m) => character({ positional: [args.self ?? text("")], named: args.named }, m),
  freeze: SELF,
  select: (args) => narrowed(args.self ?? unknown("items")),
  grep: (args) => narrowed(args.self ?? unknown("items")),
  reject: SELF,
  then: SELF,
  tap: SELF,
  map: SELF,
  each_with_index: SELF,
  sort: SELF,
  each: SELF,
  each_entry: SELF,
  first: (args) => element(args.self ?? unknown("first")),
  fetch: (args, m) =>
    args.self?.kind === "environment" ? m.variable(asText(args.positional[0] ?? text("?")).text) : undefined,
  execute: queries,
  exec: queries,
  exec_query: queries,
  query: queries,
  flushall: acts("infra/database-drop"),
  flushdb: acts("infra/database-drop"),
  delete_all: deletesAll,
  destroy_all: deletesAll,
  all: (args) => (args.self?.kind === "symbol" ? unknown("every row") : undefined),
  drop_table: acts("infra/database-drop"),
  drop_database: acts("infra/database-drop"),
  post: requests(),
  truthy: (args) => (truthy(args, "force") ? args.self : undefined),
};
