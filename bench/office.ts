/** How long the office's pages take with a small and with a big past, in the server and over one connection. */
import { Agent, request } from "node:http";
import { createServer } from "vite";
import { run } from "./server.ts";

const REQUESTS = 60;
const WARMING = 5;
const ADMIN = { email: "office@bench.example", password: "lenticels on white bark" };
const SMALL = { customers: 1000, bookings: 1000 };
const BIG = { customers: 100_000, bookings: 1_000_000 };

const PAGES: [name: string, path: string][] = [
  ["dashboard", "/admin"],
  ["bookings", "/admin/bookings"],
  ["bookings, by amount", "/admin/bookings?sort=amount"],
  ["bookings, cancelled", "/admin/bookings?status=cancelled"],
  ["bookings, a name", "/admin/bookings?q=ada+number5"],
  ["bookings, a town", "/admin/bookings?q=concord"],
  ["customers", "/admin/customers"],
  ["customers, one", "/admin/customers?q=customer-777"],
  ["orders", "/admin/orders"],
  ["orders, a name", "/admin/orders?q=grace+number6"],
  ["activity", "/admin/activity"],
  ["activity, the system's", "/admin/activity?actor=system"],
];

export type OfficeTime = { name: string; small: number; big: number };

type Site = Awaited<ReturnType<typeof openSite>>;
type OfficeData = Pick<typeof import("./office-data"), "openOfficeDatabase" | "fillOffice">;

/**
 * 95th percentiles in milliseconds at 1,000 and at 1,000,000 bookings. Both sites run side by side and are asked by turns,
 * so that whatever else the machine does meets both alike.
 */
export async function benchOffice(): Promise<OfficeTime[]> {
  const vite = await createServer({ server: { middlewareMode: true }, appType: "custom", logLevel: "error" });
  const data = (await vite.ssrLoadModule("/bench/office-data.ts")) as OfficeData;
  const small = await openSite(data, SMALL);
  const big = await openSite(data, BIG);
  const times: OfficeTime[] = [];
  for (const [name, path] of PAGES) times.push({ name, ...(await measure(path, small, big)) });
  for (const site of [small, big]) await site.close();
  await vite.close();
  return times;
}

/** A site on a database of its own with this much in it, and an administrator who has signed in. */
async function openSite({ openOfficeDatabase, fillOffice }: OfficeData, size: typeof SMALL) {
  const { url, client, stop } = await openOfficeDatabase();
  const site = await run(["build/server/index.js"], {
    DATABASE_URL: url,
    APP_SECRET: "a secret of the bench that is long enough",
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    RATE_LIMIT_FACTOR: "0",
    LOG_LEVEL: "error",
  });
  const close = async () => {
    await site.stop();
    await stop();
  };
  try {
    await fillOffice(client, size);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    return { origin: site.origin, agent, cookie: await signIn(site.origin), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function signIn(origin: string): Promise<string> {
  const body = new URLSearchParams(ADMIN);
  const answer = await fetch(`${origin}/login`, { method: "POST", body, redirect: "manual" });
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

async function measure(path: string, small: Site, big: Site) {
  const times = { small: [] as number[], big: [] as number[] };
  for (let turn = -WARMING; turn < REQUESTS; turn += 1) {
    const [ofSmall, ofBig] = [await ask(path, small), await ask(path, big)];
    if (turn < 0) continue;
    times.small.push(ofSmall);
    times.big.push(ofBig);
  }
  return { small: p95(times.small), big: p95(times.big) };
}

function p95(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? 0;
}

/** How long until the answer has come, in milliseconds. */
function ask(path: string, { origin, agent, cookie }: Site): Promise<number> {
  const url = origin + path;
  const started = performance.now();
  return new Promise((resolve, reject) => {
    request(url, { agent, headers: { Cookie: cookie } }, (response) => {
      response.resume();
      response.on("end", () =>
        response.statusCode === 200
          ? resolve(performance.now() - started)
          : reject(new Error(`${url} was answered with ${response.statusCode}`)),
      );
    })
      .on("error", reject)
      .end();
  });
}
