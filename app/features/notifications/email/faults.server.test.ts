import { randomUUID } from "node:crypto";
import { TestClock } from "pg-boss";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type JobRunner, openJobs } from "~/platform/jobs/jobs.server";
import { openLog } from "~/platform/log.server";
import { openMailer } from "~/platform/outside/mail.server";
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

/** A worker with its own connections to the database and the mail server, as in its own process. */
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
const emailRows = async () => (await pool.query("select status, attempts, error from mails")).rows;
const until = (check: () => unknown) => vi.waitFor(check, { timeout: 15_000, interval: 20 });
const untilTried = () => until(async () => expect(await states()).toEqual(["retry"]));
/** Advances the clock and runs the retries. */
async function later(clock: TestClock, ms = 2 * HOUR) {
  await clock.setTime(clock.now() + ms);
  await clock.tick(15_000);
}
/** A clock ahead of the database's, which sets the jobs' start times. */
const aClock = () => new TestClock(Date.now() + HOUR);
const numbers = () => smtp.received.map(({ source }) => /^Message-ID: (\S+)/im.exec(source)?.[1]);

test("two workers on one queue send each email once", async () => {
  const clock = aClock();
  const first = await startWorker(clock);
  await startWorker(clock);
  const to = await queue(first, 40);
  await until(async () => expect(await states()).toEqual(["completed"]));
  expect(smtp.received.flatMap((mail) => mail.to).sort()).toEqual(to.sort());
});

test("an email is sent once the mail server is back", async () => {
  const other = await testSmtp();
  await other.close();
  const clock = aClock();
  await queue(await startWorker(clock, other.url), 1);
  await untilTried();
  expect(await emailRows()).toMatchObject([
    { status: "failed", error: expect.stringContaining("refused the connection") },
  ]);
  const up = await testSmtp({ at: Number(new URL(other.url).port) });
  await later(clock);
  await until(async () => expect(await emailRows()).toMatchObject([{ status: "sent", error: null }]));
  expect(up.received).toHaveLength(1);
});

test("a mail server that answers too late may receive an email twice, with the same Message-ID", async () => {
  smtp.silence.on = true;
  const clock = aClock();
  await queue(await startWorker(clock), 1);
  await untilTried();
  smtp.silence.on = false;
  await later(clock);
  await until(async () => expect(await emailRows()).toMatchObject([{ status: "sent", attempts: 2 }]));
  expect(smtp.received).toHaveLength(2);
  expect(new Set(numbers()).size).toBe(1);
});

test("an email that is refused with 4xx, then with 5xx against the sender, is sent once in the end", async () => {
  smtp.refusals.push({ code: 451, message: "4.7.1 Greylisted" }, { code: 554, message: "5.7.1 Policy" });
  const clock = aClock();
  await queue(await startWorker(clock), 1);
  for (const words of ["Greylisted", "Policy"]) {
    await until(async () =>
      expect(await emailRows()).toMatchObject([{ error: expect.stringContaining(words) }]),
    );
    await untilTried();
    await later(clock);
  }
  await until(async () =>
    expect(await emailRows()).toMatchObject([{ status: "sent", attempts: 3, error: null }]),
  );
  expect(smtp.received).toHaveLength(1);
});

test("a permanently refused address is tried once, and other emails are sent", async () => {
  const clock = aClock();
  const worker = await startWorker(clock);
  smtp.refused.set("gone@mail.example", { code: 550, message: "5.1.1 No such user" });
  await worker.enqueue(ownerDb, KIND, { to: "gone@mail.example" });
  const to = await queue(worker, 3);
  await until(async () => expect(await states()).toEqual(["completed"]));
  await later(clock);
  expect(smtp.received.flatMap((mail) => mail.to).sort()).toEqual(to.sort());
  expect((await emailRows()).filter(({ status }) => status === "failed")).toMatchObject([{ attempts: 1 }]);
});

test("a clock that jumps forward or back neither loses an email nor sends it twice", async () => {
  const clock = aClock();
  const worker = await startWorker(clock);
  for (const jumps of [[26 * HOUR], [-30 * HOUR, 32 * HOUR]]) {
    smtp.refusals.push({ code: 451, message: "Later" });
    const before = smtp.received.length;
    await queue(worker, 1);
    await until(async () => {
      await clock.tick(1000); // an idle worker polls for jobs
      expect(await states()).toContain("retry");
    });
    for (const jump of jumps) await later(clock, jump);
    await until(() => expect(smtp.received).toHaveLength(before + 1));
    await until(async () => expect(await states()).toEqual(["completed"]));
  }
  expect(new Set(numbers()).size).toBe(2);
  expect((await emailRows()).map(({ status }) => status)).toEqual(["sent", "sent"]);
});
