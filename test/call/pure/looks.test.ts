import { builtinModules } from "node:module";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { looksJavascript } from "../../../src/call/pure/javascript.js";
import { looksPython } from "../../../src/call/pure/python.js";
import { looksRedis } from "../../../src/call/pure/redis.js";
import { looksSql } from "../../../src/call/pure/sql.js";

const each = (text: string): readonly string[] =>
  text
    .split(/\n(?=\S)/)
    .map((line) => line.trim())
    .filter((line) => line !== "");

describe("Python that only computes and reads", () => {
  test.each(
    each(String.raw`
print(1)
print(1+1)
import json;print(json.load(open('package.json'))['name'])
import sys; print(sys.version)
import json,sys; d=json.load(sys.stdin); print(d["a"]["b"])
import json,sys; [print(x["name"], x.get("id")) for x in json.load(sys.stdin)]
import sys
  for line in sys.stdin:
    print(line.strip().upper())
import os; print(os.getcwd(), os.listdir('.'))
from os import path; print(path.exists('x'))
import os.path; print(os.path.join('a','b'))
import datetime; print(datetime.datetime.now().isoformat())
from datetime import datetime, timedelta; print(datetime.now() - timedelta(days=1))
import re; print(re.findall(r'\d+', open('a.txt').read()))
print(open('a.txt', 'rb').read()[:10])
print(open('a.txt', encoding='utf8').read())
print(sum(len(l) for l in open('a.txt')))
import base64; print(base64.b64decode('aGk=').decode())
import hashlib; print(hashlib.sha256(b'x').hexdigest())
d = {"a": 1}; print(f"{1+1} and {d['a']:>5} {len(d)}")
x = 3; print(f"{x} {x:.2f} {x!r}")
a, b = 1, 2; print(a + b)
d = {}; d['k'] = 1; print(d)
from collections import Counter; print(Counter(open('a.txt').read().split()).most_common(3))
import platform; print(platform.python_version())
import importlib.metadata; print(importlib.metadata.version('requests'))
print(sorted([3,1,2], key=lambda x: -x, reverse=True))
import urllib.parse; print(urllib.parse.quote('a b'))
with open('a.txt') as f: print(f.readline())
import csv; print(list(csv.reader(open('a.csv', newline='')))[0])
import tomllib; print(tomllib.load(open('pyproject.toml','rb'))['project']['name'])
try: print(int('x'))
  except ValueError as e: print(e)
import math; print(math.pi, math.sqrt(2))
import random; print(random.randint(1, 6))
print("%s has %d" % ("x", 1)); print("os.system('x')")
`),
  )("%s", (code) => expect(looksPython(code)).toBe(true));
});

describe("Python that does more, or could", () => {
  test.each(
    each(
      String.raw`
open('x','w')
open('x', mode='w')
open('x', 'a').write('y')
open('x', 'r+').truncate(0)
open('x', 'x')
open(*['x','w'])
open(**{'file':'x','mode':'w'})
open(file='x', mode='w')
open('x', m)
open('x', 'r' 'w')
open('x', f"{'w'}")
open('x', opener=print)
o = open; o('x','w')
list(map(open, ['x'], ['w']))
[o('x','w') for o in [open]]
import io; io.open('x','w')
import os; os.remove('a')
import os; os.system('touch x')
import os as o; o.system('touch x')
from os import system; system('touch x')
from os import *; system('touch x')
import os; os.path.os.system('touch x')
import os; os.popen('ls')
import os; getattr(os, 'sys'+'tem')('touch x')
import os; vars(os)['system']('x')
import os; os.__dict__['system']('x')
os = __import__('os'); os.system('x')
__import__('os').system('x')
__builtins__.eval('1')
eval('1')
exec('import os')
compile('1','','eval')
globals()['__builtins__']
().__class__.__bases__[0].__subclasses__()
[].__class__.__mro__
(lambda: 0).__globals__
(lambda: 0).__code__
(i for i in []).gi_frame.f_builtins
print.__self__.exec('x')
try: 1/0
  except Exception as e: e.__traceback__.tb_frame.f_globals
import subprocess; subprocess.run(['ls'])
import shutil; shutil.rmtree('x')
import pathlib; pathlib.Path('x').write_text('y')
from pathlib import Path; Path('x').unlink()
import socket
import ctypes
import pickle; pickle.loads(b'x')
import importlib; importlib.import_module('os').system('x')
import importlib.util
import sys; sys.modules['os'].system('x')
import sys; sys.path.insert(0, '/tmp'); import csv
import sys; sys.path[0] = '/tmp'
import sys; sys.meta_path.append(1)
import sys; sys._getframe()
import sys; sys.settrace(print)
import json; json.codecs.open('x', 'w')
import json; json.decoder.scanner.re
import json; json.tool
import re; re.sys
import string; string.Formatter().get_field('0.__class__', [1], {})
import platform; platform.os.system('x')
import operator; operator.attrgetter('__class__')(1)
import functools; functools.partial(open, 'x', 'w')()
import base64; base64.main()
import code; code.interact()
import antigravity
import requests; requests.get('http://x')
import urllib.request; urllib.request.urlopen('http://x')
import tempfile; tempfile.mkdtemp()
import sqlite3; sqlite3.connect('x')
import logging; logging.FileHandler('x')
import mymodule
import evil, json
import json, evil
import json as print
from json import loads as eval
from json import tool
from . import x
import json; from json import *
x = 1; x.__class__ = 2
class A: pass
class A(dict):
    def __getitem__(self, k): return 1
def __getattr__(x): pass
@open
  def f(): pass
async def f(): pass
breakpoint()
help()
input()
exit
setattr(1, 'x', 2)
type('X', (), {})()
print(x for x in unknown)
unknown('x')
f"{open('x','w')}"
f'{__import__("os").system("x")}'
f"{1:{open('x','w')}}"
f"{'}'}{open('x','w')}"
rf"\{open('x','w')}"
t=1; t"{open('x','w')}"
tr=1; tr"{open('x','w')}"
exec "import os"
file=1; file('x','w')
print(1) # x` +
        "\r" +
        String.raw`import os; os.system('touch x')
# coding: utf-7
print('\
x')
"\N{LEFT CURLY BRACKET}" + f"\N{open('x','w')}"
` +
        "`ls`" +
        `
!touch x
import json; json.loads, x = 1, 2; import os.path as sys; sys.modules
for open in [1]: pass
lambda print: 0
eval = print; eval('1')
print(1, eval=2); eval('1')
import os; os.environ['X'] = '1'
import os; os.execv('/bin/sh', ['sh'])
import os; os.kill(1, 9)
import os; os.open('x', os.O_CREAT)
import os; os.truncate('x', 0)
import glob; glob.os.system('x')
import random; random._os.system('x')
import math; math.__loader__
import heapq; heapq.__builtins__
"unterminated
(1
`,
    ),
  )("%s", (code) => expect(looksPython(code)).toBe(false));
});

describe("JavaScript that only computes and reads", () => {
  test.each(
    each(
      String.raw`
console.log(1)
console.log(process.version)
process.version
require('./package.json').version
require("./package.json").dependencies.react
console.log(require('./package.json').scripts)
Object.keys(require('./package.json').dependencies).length
JSON.stringify({a: 1, b: [1,2,3]}, null, 2)
JSON.parse(require('fs').readFileSync('package.json','utf8')).name
const fs = require('fs'); console.log(fs.readFileSync('a.txt', 'utf8').split('\n').length)
const { readFileSync, existsSync } = require('node:fs'); console.log(existsSync('x') && readFileSync('x', 'utf8'))
fs.existsSync('x')
os.cpus().length
require('os').platform()
path.join('a', 'b')
const p = require('path'); console.log(p.resolve('a'))
[1,2,3].map(x => x * 2).filter((x) => x > 2).reduce((a, b) => a + b, 0)
new Date().toISOString()
new Date(1700000000000).toISOString()
Math.max(...[1,2,3])
const a = 1, b = 2; console.log(a + b)
let s = 0; for (let i = 0; i < 10; i++) { s += i } console.log(s)
for (const [k, v] of Object.entries({a: 1})) console.log(k, v)
'abc'.replace(/b/g, 'x')
/a+b/.test('aab')
process.argv.slice(1)
process.env.HOME
process.stdout.write('hi')
Buffer.from('aGk=', 'base64').toString()
encodeURIComponent('a b')
function f(n) { return n < 2 ? n : f(n-1) + f(n-2) } console.log(f(10))
const x = JSON.parse('{"a":1}'); console.log(x?.a ?? 0, x["a"], [1,2][0])
console.log("child_process; require('fs').rmSync('x')")
` +
        "console.log(`${1 + 1} is ${'two'}`)\n" +
        `
process.versions.node
require('crypto').createHash('sha256').update('x').digest('hex')
new Set([1,2,2]).size
typeof 1
try { JSON.parse('x') } catch (e) { console.log(e.message) }
`,
    ),
  )("%s", (code) => expect(looksJavascript(code)).toBe(true));
});

describe("JavaScript that does more, or could", () => {
  test.each(
    each(
      String.raw`
require("fs").writeFileSync("x","")
const fs = require('fs'); fs.writeFileSync('x','')
fs.writeFileSync('x','')
fs.readFileSync('x', {flag:'w+'})
fs.readFileSync(...['x', {flag:'w+'}])
fs.readFileSync.apply(null, ['x', {flag:'w+'}])
fs.readFileSync('x', Object.fromEntries([['fl'+'ag','w+']]))
fs.readFileSync('x', JSON.parse('{"flag":"w+"}'))
JSON.parse('{"x":{"flag":"w"}}', fs.readFileSync)
const { readFileSync: r } = require('fs'); JSON.parse('{"x":{"flag":"w"}}', r)
const { readFileSync } = require('fs'); JSON.parse('{"x":{"flag":"w"}}', readFileSync)
const { writeFileSync } = require('fs'); writeFileSync('x','')
const { writeFileSync: readFileSync } = require('fs'); readFileSync('x','')
const { rmSync, ...rest } = require('fs'); rest.rmSync('x')
const readFileSync = require('fs').rmSync; readFileSync('x')
const path = require('fs'); path.rmSync('x')
let f; f = require('fs'); f.rmSync('x')
((f = require('fs')) => f.rmSync('x'))()
const a = [require('fs')]; a[0].rmSync('x')
['x'].map(require('fs').rmSync)
['x'].forEach(fs.rmSync)
const g = fs; g.rmSync('x')
Object.values(fs)
fs['rmSync']('x')
fs?.rmSync('x')
fs.promises.rm('x')
require('fs/promises').rm('x')
require('child_process').execSync('touch x')
require('child_' + 'process').execSync('touch x')
child_process.execSync('touch x')
((child_process) => 0)(1); child_process.execSync('touch x')
let child_process = 1
require('node:child_process')
require('./evil')
require('./evil.js')
require('lodash')
require('module').createRequire('/')('child_process')
require.main.require('fs')
require.resolve('x')
const r = require; r('child_process')
module.require('fs')
process.mainModule.require('child_process')
process.binding('fs')
process.getBuiltinModule('fs')
process.kill(1)
process.chdir('/')
process.env.X = '1'
process['kill'](1)
const p = process; p.kill(1)
const { kill } = process; kill(1)
process.stdout.constructor
process.stdout['write']
process.stdout.fd
globalThis.process.exit()
global.require('fs')
this.process.kill(1)
(function () { return this })().process
eval('1')
new Function('return 1')()
Function('return 1')()
[].constructor.constructor('return process')()
[]["constructor"]["constructor"]('return process')()
[]['constr' + 'uctor']
const k = 'constr' + 'uctor'; []['filter'][k]('return process')()
[]?.['filter']?.[k]
[].filter['\x63onstructor']('return 1')()
(() => {}).constructor('return 1')()
({}).__proto__.x = 1
({}).__defineGetter__('x', console.log)
const { constructor: C } = []; C
const { ['constr' + 'uctor']: C } = []; C
Object.getPrototypeOf(() => 1)
Object.getOwnPropertyDescriptors(String)
Object.defineProperty(JSON, 'x', {})
Reflect.construct(Date, [])
import('fs').then(f => f.rmSync('x'))
import fs from 'fs'
await fetch('http://x')
fetch('http://x')
new WebSocket('ws://x')
new Worker('x')
setTimeout(console.log, 1)
class A {}
new A()
with (process) { kill(1) }
delete process.env
JSON.parse = 1
console.log = eval
Array.prototype.map = 1
unknown()
unknown.x
x = 1
console._stdout.write('x')
console.constructor
util.promisify(1)
os.setPriority(1, 1)
crypto.createPrivateKey('x')
a = 1; a++ /process.exit(1)/ 1
const q = 1; q++ /child_process.execSync('x')/ 1
if (1) /'/; child_process.execSync('x'); /'/
if (1) /"/.test('"+child_process.execSync("x")+"')
const o = {return: 1}; o.return /child_process.execSync('x')/ 1
1 <!-- 2
/* */ console.log(1)
console.log(1) // x` +
        "\r" +
        `child_process.execSync('x')
console.log(1) // x` +
        "\u2028" +
        `child_process.execSync('x')
` +
        "console.log(`${child_process.execSync('x')}`)\n" +
        "console.log(`${'}' + child_process.execSync('x')}`)\n" +
        "const t = 1; t`x`\n" +
        "[][`constr${'uctor'}`]\n" +
        `
x ? 1, fs : 2
({ fs })
({ a: fs })
[fs]
"unterminated
(1
async () => 1
label: while (1) {}
Deno.writeTextFileSync('x', '')
Bun.write('x', '')
exports.x = 1
debugger
structuredClone.constructor
`,
    ),
  )("%s", (code) => expect(looksJavascript(code)).toBe(false));

  test("no global and no module of Node's can be used or taken for the script's own by its name", () => {
    const names = [...builtinModules.filter((name) => /^\w+$/.test(name)), ...Object.getOwnPropertyNames(globalThis)];
    const harmless = (name: string): boolean => looksJavascript(`${name}.x('y')`);
    const known = names.filter((name) => /^[a-zA-Z]\w*$/.test(name) && harmless(name));
    expect(
      known
        .sort()
        .filter(
          (name) =>
            !/^(?:Math|Number|BigInt|NaN|Infinity|is(?:NaN|Finite)|parse(?:Int|Float)|(?:en|de)codeURI(?:Component)?|structuredClone|path|querystring|Intl|undefined)$/.test(
              name,
            ),
        ),
    ).toEqual([]);
  });
});

describe("SQL that only asks", () => {
  test.each<[client: "psql" | "mysql" | "sqlite", codes: string]>([
    [
      "psql",
      `
select 1
SELECT count(*) FROM users WHERE created_at > now() - interval '1 day'
select * from orders o join users u on u.id = o.user_id where u.email like '%@x.org' order by 1 desc limit 10
with t as (select id, row_number() over (partition by a order by b) n from x) select * from t where n = 1
explain select * from users
explain analyze select 1
explain (analyze, buffers) select 1
select pg_size_pretty(pg_total_relation_size('users'))
select relname, n_live_tup from pg_stat_user_tables; select 2;
show server_version
table users
select 'drop table users; delete from x'
select current_database(), version() -- done
values (1), (2)
\\d+ users
\\dt
\\l
select source, comment, "update" from events`,
    ],
    [
      "mysql",
      "show tables\nshow databases;\nshow create table users\ndescribe users\nselect replace(name, 'a', 'b') from users\nselect @@version\nexplain select 1",
    ],
    [
      "sqlite",
      ".schema\n.tables\n.schema users\n.headers on\nselect count(*) from users\npragma table_info(users)\npragma user_version\npragma integrity_check\nselect json_extract(a, '$.b') from t",
    ],
  ])("%s", (client, codes) => {
    for (const code of codes.trim().split("\n"))
      if (code !== "") expect([code, looksSql(code, client)]).toEqual([code, true]);
  });
});

describe("SQL that does more, or could", () => {
  test.each<[client: "psql" | "mysql" | "sqlite", codes: readonly string[]]>([
    [
      "psql",
      [
        "",
        "drop table users",
        "select pg_terminate_backend(1)",
        'select "pg_terminate_backend"(1)',
        "select pg_catalog.pg_terminate_backend(1)",
        "select public.count(1)",
        "select lo_export(1, '/tmp/x')",
        "select lo_unlink(1)",
        "select * into t from users",
        "select 1; delete from users",
        "with d as (delete from users returning *) select * from d",
        "with d as (update users set a = 1 returning *) select * from d",
        "with i as (insert into t values (1) returning *) table i",
        "select nextval('s')",
        "select setval('s', 1)",
        "select set_config('a.b', 'c', false)",
        "select pg_read_file('/etc/passwd')",
        "select dblink_exec('x', 'drop table y')",
        "select query_to_xml('delete from users', true, true, '')",
        "select * from users for update",
        "explain analyze delete from users",
        "explain analyze create table t as select 1",
        "explain analyze execute p",
        "do $$ begin delete from users; end $$",
        "copy users to program 'sh'",
        "copy users to '/tmp/x'",
        "call p()",
        "execute p",
        "set role admin",
        "refresh materialized view v",
        "vacuum",
        "analyze",
        "listen x",
        "\\! touch x",
        "\\o /tmp/x",
        "\\copy users to 'x'",
        "\\i x.sql",
        "\\gexec",
        "\\dt \\! ls",
        "\\echo `touch x`",
        "\\d | sh",
        "\\set x 1",
        "\\e",
        "select 1 \\gexec",
        "select 1 \\g /tmp/x",
        "select 1 \\g |sh",
        "select E'\\'' ; delete from users; --'",
        "select 1 /* /* */ ' */ ; delete from users --'",
        "select 1 -- x\r; delete from users",
        "select my_function()",
        "select my_function(1)",
        "select count(my_function(1))",
        "select $$x$$",
        "begin; delete from users; commit",
      ],
    ],
    [
      "mysql",
      [
        "select 1 into outfile '/tmp/x'",
        "select 1 into dumpfile '/tmp/x'",
        "select 1 into @x",
        "select load_file('/etc/passwd')",
        "select sleep(1)",
        "select get_lock('a', 1)",
        "select @a := 1",
        "select 1--1 into outfile '/tmp/x'",
        "select 1 # ' \n ; delete from t # '",
        "select '\\'' ; delete from t; -- '",
        "select 1 /*! into outfile '/tmp/x' */",
        "select 1 /*!50000 into outfile '/tmp/x' */",
        "select 1 procedure analyse()",
        "system touch x",
        "\\! touch x",
        "source x.sql",
        "tee x",
        "pager sh",
        "delimiter //",
        "select 1; system touch x",
        "handler t open",
        "load data infile 'x' into table t",
        "flush tables",
        "kill 1",
        "select `my`(1)",
        "replace into t values (1)",
        "select * from t lock in share mode",
        "use x; drop table y",
        "analyze table t",
      ],
    ],
    [
      "sqlite",
      [
        ".shell touch x",
        ".system touch x",
        ".output x",
        ".once x",
        ".excel",
        ".read x.sql",
        ".import a b",
        ".load x",
        ".open x",
        ".save x",
        ".backup x",
        ".restore x",
        ".clone x",
        ".log x",
        ".trace x",
        ".dump",
        ".tables\n.shell touch x",
        ".schema | sh",
        ".print x",
        "select 1;\n.shell touch x",
        "select load_extension('x')",
        "select writefile('x', 'y')",
        "select edit('x')",
        "select readfile('x')",
        "select [a'] ; delete from t; select '1'",
        "pragma journal_mode = delete",
        "pragma user_version = 1",
        "pragma user_version(1)",
        "pragma journal_mode(wal)",
        "pragma wal_checkpoint",
        "pragma writable_schema = 1",
        "pragma optimize",
        "attach 'x' as y",
        "vacuum into 'x'",
        "delete from users",
        "with x as (select 1) delete from users",
        "with x as (select 1) insert into t select * from x",
        "create table x(a)",
        "reindex",
        "select 1; drop table users",
      ],
    ],
  ])("%s", (client, codes) => {
    for (const code of codes) expect([code, looksSql(code, client)]).toEqual([code, false]);
  });
});

describe("Redis", () => {
  test.each([
    "GET k",
    "get k",
    "HGETALL h",
    "INFO",
    "KEYS *",
    "SCAN 0",
    "CONFIG GET maxmemory",
    "CLIENT LIST",
    "TTL k",
    "PING",
  ])("%s only reads", (command) => expect(looksRedis(command.split(" "))).toBe(true));
  test.each([
    "SET k v",
    "GETDEL k",
    "GETSET k v",
    "GETEX k",
    "DEL k",
    "EVAL x 0",
    "EVALSHA x 0",
    "EVAL_RO x 0",
    "FCALL f 0",
    "SCRIPT LOAD x",
    "FLUSHALL",
    "CONFIG SET dir /",
    "CONFIG REWRITE",
    "CONFIG RESETSTAT",
    "CLIENT KILL x",
    "SORT k STORE x",
    "GEORADIUS k STORE x",
    "ZRANGESTORE a b",
    "EXPIRE k 1",
    "DEBUG SLEEP 1",
    "SHUTDOWN",
    "SAVE",
    "BGSAVE",
    "MIGRATE h",
    "RESTORE k",
    "RENAME a b",
    "PUBLISH a b",
    "SUBSCRIBE a",
    "MULTI",
    "ACL SETUSER x",
    "MODULE LOAD x",
    "REPLICAOF h 1",
    "CLUSTER RESET",
    "SLOWLOG RESET",
    "OBJECT",
    "CONFIG",
    "constructor",
    "__proto__ x",
    "",
  ])("%s may do more", (command) => expect(looksRedis(command.split(" "))).toBe(false));
});

describe("nothing unknown becomes known by what stands around it", () => {
  const name = fc.stringMatching(/^[a-z]{3,9}$/).map((each) => `zz_${each}`);
  const pythonBad = fc.oneof(
    name.map((each) => `${each}()`),
    name.map((each) => `"x".${each}.__class__`),
    fc.constantFrom("open('x','w')", "__import__('os')", "eval('1')", "(lambda: 0).__globals__", "getattr(1,'x')"),
  );
  const pythonAround = fc.constantFrom<(bad: string) => string>(
    (bad) => bad,
    (bad) => `print(${bad})`,
    (bad) => `[${bad} for i in range(3)]`,
    (bad) => `x = {"a": (1, ${bad})}`,
    (bad) => `(lambda a: ${bad})(1)`,
    (bad) => `print("b", end=${bad})`,
    (bad) => `if 1: ${bad}`,
    (bad) => `def f(a=${bad}): pass`,
    (bad) => `import json; print(json.dumps({"a": [${bad}]}))`,
    (bad) => (/["']/.test(bad) ? bad : `print(f"a {${bad}} b")`),
    (bad) => `d = {}; d[${bad}] = 1`,
    (bad) => `print(1) if ${bad} else 2`,
  );
  test("in Python", () =>
    fc.assert(
      fc.property(pythonBad, pythonAround, pythonAround, (bad, around, beside) => {
        const code = around(bad);
        expect(looksPython(code)).toBe(false);
        expect(looksPython(`${beside("1")}\n${code}`)).toBe(false);
        expect(looksPython(`${code}\n${beside("1")}`)).toBe(false);
      }),
    ));

  const scriptBad = fc.oneof(
    name.map((each) => `${each}()`),
    name.map((each) => `[].${each}.constructor`),
    fc.constantFrom(
      "require('fs').rmSync('x')",
      "eval('1')",
      "process.kill(1)",
      "fs.writeFileSync('x','')",
      "[]['a' + 'b']",
      "this.x",
    ),
  );
  const scriptAround = fc.constantFrom<(bad: string) => string>(
    (bad) => bad,
    (bad) => `console.log(${bad})`,
    (bad) => `[1].map(x => ${bad})`,
    (bad) => `const a = {b: [1, ${bad}]}`,
    (bad) => `function f(a = ${bad}) { return a }`,
    (bad) => `if (1) { ${bad} }`,
    (bad) => `console.log(\`a \${${bad}} b\`)`,
    (bad) => `1 / ${bad} / 2`,
    (bad) => `const s = [1][0] ? ${bad} : 2`,
    (bad) => `JSON.stringify({a: ${bad}})`,
    (bad) => `for (const k of [${bad}]) console.log(k)`,
  );
  test("in JavaScript", () =>
    fc.assert(
      fc.property(scriptBad, scriptAround, scriptAround, (bad, around, beside) => {
        const code = around(bad);
        expect(looksJavascript(code)).toBe(false);
        expect(looksJavascript(`${beside("1")};\n${code}`)).toBe(false);
        expect(looksJavascript(`${code};\n${beside("1")}`)).toBe(false);
      }),
    ));

  test("any text has an answer", () =>
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(..."abf'\"`(){}[]/\\$;=.,:# \n1+".split("")), maxLength: 60 }),
        (code) => {
          for (const answer of [
            looksPython(code),
            looksJavascript(code),
            looksSql(code, "psql"),
            looksSql(code, "sqlite"),
          ])
            expect(typeof answer).toBe("boolean");
        },
      ),
    ));
});
