/**
 * `npm run bench:mail`: queues 10,000 emails and sends them to a mail server on this machine. Prints emails per second and
 * the most memory that the site used. `-- --count 500` sends fewer.
 */
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { PgBoss } from "pg-boss";
import { SMTPServer } from "smtp-server";
import { createServer } from "vite";
import { cpuSeconds, memoryMb, run, SITE, temporaryFolder } from "./server.ts";
import { line } from "./table.ts";

const KIND = "message-acknowledged-mail";
const { values } = parseArgs({ options: { count: { type: "string", default: "10000" } } });
const count = Number(values.count);

const received = { mails: 0, connections: 0 };
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS", "AUTH"],
  onConnect(_session, done) {
    received.connections += 1;
    done();
  },
  onData(stream, _session, done) {
    stream.resume().on("end", () => {
      received.mails += 1;
      done();
    });
  },
});
await new Promise<void>((listening) => smtp.listen(0, "127.0.0.1", listening));

const vite = await createServer({ server: { middlewareMode: true }, appType: "custom", logLevel: "error" });
const { openOfficeDatabase } = (await vite.ssrLoadModule(
  "/bench/office-data.ts",
)) as typeof import("./office-data");
const folder = temporaryFolder();
const { url, client, stop } = await openOfficeDatabase(folder.path);
const site = await run(SITE, {
  DATABASE_URL: url,
  APP_SECRET: "a secret of the bench that is long enough",
  SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
  LOG_LEVEL: "error",
});

const { rows } = await client.query(
  `insert into contact_messages (submission_id, name, email, message)
   select gen_random_uuid(), 'Ada Frost', n || '@mail.example', 'Hello' from generate_series(1, $1::int) n returning id`,
  [count],
);
const boss = new PgBoss({ connectionString: url, supervise: false, schedule: false });
boss.on("error", (error) => process.stderr.write(`${error}\n`));
await boss.start();
const idle = memoryMb(site.child.pid);
const started = performance.now();
const startedCpu = cpuSeconds(site.child.pid);
await boss.insert(
  KIND,
  rows.map(({ id }) => ({ data: { message_id: id } })),
);
let most = idle;
while (received.mails < count) {
  await sleep(100);
  most = Math.max(most, memoryMb(site.child.pid));
}
const seconds = (performance.now() - started) / 1000;
const figure = (value: number) => Math.round(value).toLocaleString("en-US");
process.stdout.write(line(`${figure(count)} mails queued and sent`, `${figure(count / seconds)}/s`));
const cpu = cpuSeconds(site.child.pid) - startedCpu;
process.stdout.write(line("processor time of the site, each", `${((1000 * cpu) / count).toFixed(1)} ms`));
process.stdout.write(line("memory, before and at most", `${figure(idle)} MB`, `${figure(most)} MB`));
process.stdout.write(line("connections to the mail server", figure(received.connections)));

await boss.stop({ graceful: false });
await site.stop();
await stop();
await vite.close();
folder.remove();
smtp.close();
