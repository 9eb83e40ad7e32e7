import type { Builtin } from "./builtins/builtin.js";
import * as directory from "./builtins/directory.js";
import * as running from "./builtins/running.js";
import * as variables from "./builtins/variables.js";

const nothing: Builtin = () => {};

/** The shell's own commands. Those that only print or return a status do nothing here. */
export const builtins: ReadonlyMap<string, Builtin> = new Map(
  Object.entries({
    ".": running.source,
    ":": nothing,
    "[": variables.test,
    alias: variables.alias,
    bg: nothing,
    bind: running.bind,
    break: running.ends,
    builtin: running.builtinBuiltin,
    caller: nothing,
    cd: directory.cd,
    command: running.command,
    compgen: running.complete,
    complete: running.complete,
    compopt: nothing,
    continue: running.ends,
    declare: variables.declare,
    dirs: nothing,
    disown: nothing,
    enable: running.enable,
    eval: running.evalBuiltin,
    exec: running.exec,
    exit: running.ends,
    export: variables.declare,
    fc: nothing,
    fg: nothing,
    getopts: variables.getopts,
    hash: running.hash,
    help: nothing,
    history: nothing,
    jobs: nothing,
    let: variables.letBuiltin,
    local: variables.declare,
    logout: running.ends,
    mapfile: variables.mapfile,
    popd: directory.popd,
    printf: variables.printf,
    pushd: directory.pushd,
    read: variables.read,
    readarray: variables.mapfile,
    readonly: variables.declare,
    return: running.ends,
    set: variables.set,
    shift: variables.shift,
    shopt: nothing,
    source: running.source,
    suspend: nothing,
    test: variables.test,
    times: nothing,
    trap: running.trap,
    type: nothing,
    typeset: variables.declare,
    ulimit: nothing,
    umask: nothing,
    unalias: variables.unalias,
    unset: variables.unset,
    wait: nothing,
  } satisfies Record<string, Builtin>),
);

/** Builtins that print what `output.ts` can tell, and so are programs too. */
export function isBuiltin(name: string): boolean {
  return builtins.has(name);
}
