import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { Client } from "pg";
import { PgBoss } from "pg-boss";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { startEmbeddedPostgres } from "~/platform/database/embedded-postgres.server";
import { runServer, type ServerProcess } from "../support/server-process";
import { testSmtp } from "../support/smtp";
import { temporaryFolder } from "../support/temporary-folder";

const APP_SECRET = "a secret of the tests, long enough to sign";
const KIND = "message-acknowledged-mail";

const smtp = await testSmtp();

beforeEach(() => {
  smtp.received.length = 0;
  smtp.silence.on = false;
  smtp.shut.on = false;
});

/** A database of DATABASE_URL, its workers, and contact messages to acknowledge. */
async function aCompany() {
  const dataDir = await temporaryFolder();
  let postgres = await startEmbeddedPostgres({ dataDir, durable: false });
  onTestFinished(() => postgres.stop());
  const { url } = postgres;
  const env = { DATABASE_URL: url, APP_SECRET, DATA_DIR: await temporaryFolder(), SMTP_URL: smtp.url };

  async function query(sql: string, values: unknown[] = []) {
    const client = new Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query(sql, values).finally(() => client.end());
    return rows;
  }

  async function withBoss(work: (boss: PgBoss) => Promise<unknown>) {
    const boss = new PgBoss({ connectionString: url, supervise: false, schedule: false });
    boss.on("error", () => {});
    await boss.start();
    await work(boss).finally(() => boss.stop({ graceful: false }));
  }

  return {
    query,
    startSite: () => runServer({ ...env, JOBS: "off" }).ready,
    startWorker: async () => {
      const worker = runServer(env, "worker");
      await worker.ready;
      return worker;
    },
    async queue(count: number) {
      const messages = await query(
        `insert into contact_messages (submission_id, name, email, message)
         select gen_random_uuid(), 'Ada', $1 || n || '@mail.example', 'Hello' from generate_series(1, $2) n returning id`,
        [randomUUID(), count],
      );
      await withBoss(async (boss) => {
        for (const { id } of messages) await boss.send(KIND, { message_id: id });
      });
    },
    /** What a worker's monitor does when a process has been silent for a minute. */
    noticeTheDead: async () => {
      await query(
        "update pgboss.job set heartbeat_on = now() - interval '2 minutes' where name = $1 and state = 'active'",
        [KIND],
      );
      await query("update pgboss.queue set monitor_claim_on = null, monitor_on = null where name = $1", [
        KIND,
      ]);
      await withBoss((boss) => boss.supervise(KIND));
      await query("update pgboss.job set start_after = now() where name = $1 and state = 'retry'", [KIND]);
    },
    restartDatabase: async () => {
      await postgres.stop();
      postgres = await startEmbeddedPostgres({ dataDir, durable: false });
    },
    states: async () =>
      (await query("select distinct state::text from pgboss.job where name = $1", [KIND])).map(
        ({ state }) => state,
      ),
    mails: () => query("select status, attempts from mails"),
  };
}

type Company = Awaited<ReturnType<typeof aCompany>>;

const until = (check: () => unknown) => vi.waitFor(check, { timeout: 50_000, interval: 50 });
const untilDone = (company: Company, count: number) =>
  until(async () => {
    expect(await company.mails()).toEqual(Array(count).fill({ status: "sent", attempts: 1 }));
    expect(await company.states()).toEqual(["completed"]);
  });
/** Jobs of dead processes are looked for rarely. */
const HEALING_MS = 120_000;
/** Waits until all jobs are done, also those of dead processes or connections, which are detected after a minute. */
const untilHealed = (company: Company) =>
  vi.waitFor(
    async () => {
      if (String(await company.states()) !== "completed") await company.noticeTheDead();
      expect(await company.states()).toEqual(["completed"]);
    },
    { timeout: 50_000, interval: 12_000 }, // a job in progress must not be mistaken for dead repeatedly
  );
const numbers = () => smtp.received.map(({ source }) => /^Message-ID:\s*(\S+)/im.exec(source)?.[1]);

async function kill({ child, ended }: ServerProcess) {
  child.kill("SIGKILL");
  await ended;
}

test("a worker killed before its email is sent, or after it was sent and before that was recorded, loses none", async () => {
  const company = await aCompany();
  let worker = await company.startWorker();
  smtp.shut.on = true; // it connects and gets no answer
  await company.queue(1);
  await once(smtp.events, "connection");
  await kill(worker);
  smtp.shut.on = false;
  await company.noticeTheDead();
  expect(smtp.received).toEqual([]);

  smtp.silence.on = true; // the email is accepted and the response never comes
  const taken = once(smtp.events, "mail");
  worker = await company.startWorker();
  await taken;
  await kill(worker);
  smtp.silence.on = false;
  expect(await company.mails()).toEqual([{ status: "queued", attempts: 0 }]);
  await company.noticeTheDead();
  await company.startWorker();
  await untilDone(company, 1);
  expect(smtp.received).toHaveLength(2); // SMTP can't tell more, but it is one email
  expect(new Set(numbers()).size).toBe(1);
});

test("two workers send each email once, also when the database is restarted, and end when their work is done", async () => {
  const company = await aCompany();
  const workers = await Promise.all([company.startWorker(), company.startWorker()]);
  await company.queue(30);
  await untilDone(company, 30);
  await company.restartDatabase();
  await company.queue(30);
  await untilDone(company, 60);
  expect(smtp.received).toHaveLength(60);
  expect(new Set(numbers()).size).toBe(60);

  smtp.silence.on = true;
  const taken = once(smtp.events, "mail");
  await company.queue(1);
  const [answer] = await taken;
  for (const { child } of workers) child.kill("SIGTERM");
  for (const worker of workers) await until(() => expect(worker.output()).toContain("Stopping"));
  answer();
  expect(await Promise.all(workers.map(({ ended }) => ended))).toEqual([0, 0]);
  await untilDone(company, 61);
});

test(
  "a database restart while emails are being sent loses none, and duplicates are identical",
  async () => {
    const company = await aCompany();
    await company.startWorker();
    smtp.silence.on = true; // the emails are accepted, and the responses come once the database is gone
    const answers: (() => void)[] = [];
    smtp.events.on("mail", (answer) => answers.push(answer));
    onTestFinished(() => void smtp.events.removeAllListeners("mail"));
    await company.queue(4);
    await until(() => expect(answers).toHaveLength(4));
    await company.restartDatabase();
    smtp.silence.on = false;
    for (const answer of answers) answer();
    await untilHealed(company);
    expect(await company.mails()).toMatchObject(Array(4).fill({ status: "sent" }));
    expect(new Set(numbers()).size).toBe(4);
  },
  HEALING_MS,
);

test(
  "one of two workers killed while sending many emails: each arrives, and only those in progress may come twice",
  async () => {
    const company = await aCompany();
    const [victim] = await Promise.all([company.startWorker(), company.startWorker()]);
    await company.queue(60);
    await until(() => expect(smtp.received.length).toBeGreaterThan(5));
    if (victim) await kill(victim);
    await untilHealed(company);
    expect(await company.mails()).toMatchObject(Array(60).fill({ status: "sent" }));
    expect(new Set(numbers()).size).toBe(60);
    expect(smtp.received.length).toBeLessThanOrEqual(65); // five are sent at once
  },
  HEALING_MS,
);

test("an embedded database has no worker: its process runs the jobs", async () => {
  const worker = runServer({ DATA_DIR: await temporaryFolder() }, "worker");
  expect(await worker.ended).toBe(1);
  expect(worker.output()).toMatch(/^npm run worker needs DATABASE_URL\. .*\n$/);
});

test("with JOBS=off the site leaves its jobs to a worker", async () => {
  const company = await aCompany();
  await company.startSite();
  await company.queue(5);
  expect(await company.states()).toEqual(["created"]);
  await company.startWorker();
  await untilDone(company, 5);
});
