import { Agent, request } from "node:http";
import { Client } from "pg";
import { createServer } from "vite";
import { atOnce, bookingRequests } from "./requests.ts";

const COUNT = 2000;
/** Bookings made before measuring, because Node compiles frequent code. */
const BEFORE = 700;
const WORKERS = 8;

type Statement = { text: string; params: unknown[] };

/** Bookings per second over HTTP, each with its own draft. */
export async function benchHttp(site: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: WORKERS });
  const requests = bookingRequests(BEFORE + COUNT);
  const book = (body: unknown) => post(site, agent, JSON.stringify(body));
  await atOnce(requests.slice(0, BEFORE), WORKERS, book);
  const perSecond = await atOnce(requests.slice(BEFORE), WORKERS, book);
  agent.destroy();
  return perSecond;
}

function post(site: string, agent: Agent, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = {
      "Content-Type": "application/json",
      "Content-Length": Buffer.byteLength(body),
      "Idempotency-Key": crypto.randomUUID(),
    };
    request(`${site}/api/create-payment`, { method: "POST", agent, headers }, (response) => {
      response.resume();
      response.on("end", () =>
        response.statusCode === 200
          ? resolve()
          : reject(new Error(`A booking was answered with ${response.statusCode}`)),
      );
    })
      .on("error", reject)
      .end(body);
  });
}

/**
 * The same bookings as SQL alone. The site makes them on one database, and its statements are recorded. Then bare
 * connections send those statements with their parameters to a second database, as fast as they can.
 */
export async function benchSql(): Promise<{ perSecond: number; statements: number }> {
  const vite = await createServer({ server: { middlewareMode: true }, appType: "custom", logLevel: "error" });
  const { openBenchDatabases, writeDown } = await vite.ssrLoadModule("/bench/capture.ts");
  const { source, target, stop } = await openBenchDatabases();
  const bookings: Statement[][] = await writeDown(source, bookingRequests(COUNT));
  const clients = await Promise.all(
    Array.from({ length: WORKERS }, async () => {
      const client = new Client(target);
      await client.connect();
      return client;
    }),
  );
  const perSecond = await atOnce(bookings, WORKERS, async (statements, worker) => {
    for (const { text, params } of statements) await clients[worker]?.query(text, params);
  });
  await Promise.all(clients.map((client) => client.end()));
  await stop();
  await vite.close();
  return { perSecond, statements: bookings[0]?.length ?? 0 };
}
