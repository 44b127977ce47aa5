import { randomUUID } from "node:crypto";
import { TestClock } from "pg-boss";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type JobRunner, openJobs } from "~/platform/jobs.server";
import { openLog } from "~/platform/log.server";
import { openMailer } from "~/platform/mail.server";
import { testWorld } from "../../../../tests/support/ctx";
import { testSmtp } from "../../../../tests/support/smtp";
import { sendEmailOnce } from "./send.server";

const { ownerDb, pool, ctx, clear, connection } = await testWorld();
const smtp = await testSmtp();
const KIND = "letter-of-the-test";
const HOUR = 60 * 60 * 1000;

const runners: JobRunner[] = [];

beforeEach(async () => {
  await clear();
  smtp.received.length = 0;
  smtp.refusals.length = 0;
  smtp.refused.clear();
  smtp.silence.on = false;
});

afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.stop()));
});

/** A worker as in a process of its own, with its own connections to the database and the mail server. */
async function startWorker(clock: TestClock, url = smtp.url): Promise<JobRunner> {
  const patience = { socketTimeout: 300, connectionTimeout: 300, greetingTimeout: 300 };
  const mailer = openMailer({ smtpUrl: url, from: undefined, filesDir: undefined, patience });
  const runner = openJobs(connection, openLog("silent"), { clock });
  runners.push(runner);
  const run = async ({ to }: Record<string, unknown>) =>
    sendEmailOnce(ctx({ mailer, db: ownerDb }), {
      occasion: `letter:${to}`,
      booking_id: null,
      from: { name: "The company", address: "company@birch.example" },
      to: String(to),
      subject: "Your visit",
      html: "<p>On Wednesday</p>",
      text: "On Wednesday",
      attachments: [],
    });
  await runner.start([{ name: KIND, run, atOnce: 3 }]);
  return runner;
}

async function queue(runner: JobRunner, count: number): Promise<string[]> {
  const to = Array.from({ length: count }, () => `${randomUUID()}@mail.example`);
  await ownerDb.transaction(async (tx) => {
    for (const address of to) await runner.enqueue(tx, KIND, { to: address });
  });
  return to;
}

const states = async () =>
  (await pool.query("select distinct state::text from pgboss.job where name = $1", [KIND])).rows.map(
    ({ state }) => state,
  );
const noted = async () => (await pool.query("select status, attempts, error from mails")).rows;
const until = (check: () => unknown) => vi.waitFor(check, { timeout: 15_000, interval: 20 });
const untilTried = () => until(async () => expect(await states()).toEqual(["retry"]));
/** Lets time pass, so that what waits for another try is tried. */
async function later(clock: TestClock, ms = 2 * HOUR) {
  await clock.setTime(clock.now() + ms);
  await clock.tick(15_000);
}
/** Ahead of the database's, by which jobs are queued. */
const aClock = () => new TestClock(Date.now() + HOUR);
const numbers = () => smtp.received.map(({ source }) => /^Message-ID: (\S+)/im.exec(source)?.[1]);

test("two workers on one queue send each mail once", async () => {
  const clock = aClock();
  const first = await startWorker(clock);
  await startWorker(clock);
  const to = await queue(first, 40);
  await until(async () => expect(await states()).toEqual(["completed"]));
  expect(smtp.received.flatMap((mail) => mail.to).sort()).toEqual(to.sort());
});

test("a mail server that is down gets the mail once it is up", async () => {
  const other = await testSmtp();
  await other.close();
  const clock = aClock();
  await queue(await startWorker(clock, other.url), 1);
  await untilTried();
  expect(await noted()).toMatchObject([
    { status: "failed", error: expect.stringContaining("refused the connection") },
  ]);
  const up = await testSmtp({ at: Number(new URL(other.url).port) });
  await later(clock);
  await until(async () => expect(await noted()).toMatchObject([{ status: "sent", error: null }]));
  expect(up.received).toHaveLength(1);
});

test("one that answers too late may get a mail twice, as one and the same", async () => {
  smtp.silence.on = true;
  const clock = aClock();
  await queue(await startWorker(clock), 1);
  await untilTried();
  smtp.silence.on = false;
  await later(clock);
  await until(async () => expect(await noted()).toMatchObject([{ status: "sent", attempts: 2 }]));
  expect(smtp.received).toHaveLength(2);
  expect(new Set(numbers()).size).toBe(1);
});

test("one that says 4xx, then 5xx against the sender, gets it in the end, once", async () => {
  smtp.refusals.push({ code: 451, message: "4.7.1 Greylisted" }, { code: 554, message: "5.7.1 Policy" });
  const clock = aClock();
  await queue(await startWorker(clock), 1);
  for (const words of ["Greylisted", "Policy"]) {
    await until(async () => expect(await noted()).toMatchObject([{ error: expect.stringContaining(words) }]));
    await untilTried();
    await later(clock);
  }
  await until(async () =>
    expect(await noted()).toMatchObject([{ status: "sent", attempts: 3, error: null }]),
  );
  expect(smtp.received).toHaveLength(1);
});

test("one that refuses an address for good is asked once, and the others get theirs", async () => {
  const clock = aClock();
  const worker = await startWorker(clock);
  smtp.refused.set("gone@mail.example", { code: 550, message: "5.1.1 No such user" });
  await worker.enqueue(ownerDb, KIND, { to: "gone@mail.example" });
  const to = await queue(worker, 3);
  await until(async () => expect(await states()).toEqual(["completed"]));
  await later(clock);
  expect(smtp.received.flatMap((mail) => mail.to).sort()).toEqual(to.sort());
  expect((await noted()).filter(({ status }) => status === "failed")).toMatchObject([{ attempts: 1 }]);
});

test("a clock that jumps, forward or back, neither loses a mail nor sends it twice", async () => {
  const clock = aClock();
  const worker = await startWorker(clock);
  for (const jumps of [[26 * HOUR], [-30 * HOUR, 32 * HOUR]]) {
    smtp.refusals.push({ code: 451, message: "Later" });
    const before = smtp.received.length;
    await queue(worker, 1);
    await until(async () => {
      await clock.tick(1000); // a worker that is not told of a job finds it when it next looks
      expect(await states()).toContain("retry");
    });
    for (const jump of jumps) await later(clock, jump);
    await until(() => expect(smtp.received).toHaveLength(before + 1));
    await until(async () => expect(await states()).toEqual(["completed"]));
  }
  expect(new Set(numbers()).size).toBe(2);
  expect((await noted()).map(({ status }) => status)).toEqual(["sent", "sent"]);
});
