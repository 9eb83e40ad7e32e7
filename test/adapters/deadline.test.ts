import { expect, test } from "vitest";
import type { Desk } from "../../src/hosts/desk.js";
import { createHooks } from "../../src/hosts/opencode/plugin.js";
import { decision, keptLog } from "./fakes.js";

/** Hooks around a second opinion that comes when it is told to, and timers that end when they are told to. */
function slow(gated: boolean) {
  const timers: { ms: number; end: () => void }[] = [];
  const recorded: string[] = [];
  let answered: () => void = () => {};
  const desk: Partial<Desk> = {
    gated: () => gated,
    admit: (_, verdict) => new Promise((done) => (answered = () => done(verdict.decision))),
    refused: async () => ({ repeated: false, escalated: false }),
    enter: (_, verdict, refused) => void recorded.push(`${verdict.decision.decision} ${refused}`),
  };
  const hooks = createHooks({
    live: async () => ({
      judge: () => ({ decision: decision("allow") }),
      law: () => {
        throw new Error("unused");
      },
      desk: desk as Desk,
      refresh: async () => {},
      news: () => [],
    }),
    directory: "/home/dev/app",
    home: "/home/dev",
    log: keptLog(),
    beat() {},
    tell() {},
    session: async () => undefined,
    after(ms) {
      let end = (): void => {};
      const done = new Promise<void>((resolve) => {
        end = resolve;
      });
      timers.push({ ms, end });
      return { done, cancel() {} };
    },
  });
  const call = hooks["tool.execute.before"](
    { tool: "bash", sessionID: "s", callID: "c" },
    { args: { command: "make build" } },
  );
  call.catch(() => {});
  return { call, timers, recorded, answer: () => answered() };
}

const settled = async (): Promise<void> => {
  for (let n = 0; n < 5; n++) await new Promise((done) => setImmediate(done));
};
const judging = (timers: { ms: number; end: () => void }[]) => timers.filter(({ ms }) => ms !== 2_000);

test("a second opinion has its half minute; what it says then counts", async () => {
  const { call, timers, recorded, answer } = slow(true);
  await settled();
  judging(timers)[0]?.end();
  await settled();
  expect(judging(timers).map(({ ms }) => ms)).toEqual([10_000, 32_000]);
  answer();
  await expect(call).resolves.toBeUndefined();
  expect(recorded).toEqual(["allow false"]);
});

test("after that the call is refused, and what comes later is recorded as refused", async () => {
  const { call, timers, recorded, answer } = slow(true);
  await settled();
  judging(timers)[0]?.end();
  await settled();
  judging(timers)[1]?.end();
  await expect(call).rejects.toThrow("## BLOCKED");
  answer();
  await settled();
  expect(recorded).toEqual(["deny true"]);
});

test("where nobody is asked the deadline is short", async () => {
  const { call, timers } = slow(false);
  await settled();
  judging(timers)[0]?.end();
  await expect(call).rejects.toThrow("## BLOCKED");
  expect(judging(timers)).toHaveLength(1);
});
