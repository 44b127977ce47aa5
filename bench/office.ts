/** Measures the office's pages with a small and a large past, in the server and over one connection. */
import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { createServer } from "vite";
import { signIn } from "./fresh.ts";
import { PAGES } from "./office-pages.ts";
import { percentile, run, SITE } from "./server.ts";

const REQUESTS = 100;
/** How often a page is requested before measuring: Node compiles frequent code, and each page has its own. */
const WARMING = 40;
const ADMIN = { email: "office@bench.example", password: "lenticels on white bark" };
const SMALL = { customers: 1000, bookings: 1000 };
export const BIG = { customers: 100_000, bookings: 1_000_000 };

/** Milliseconds: the aims for the median at 1,000 and at 1,000,000 bookings, and for the 95th percentile at 1,000,000. */
export type OfficeTime = { name: string; small: number; big: number; p95: number };

type Options = {
  /** Where to keep filled databases for the next run; without it they are deleted. */
  keep?: string;
  /** How many the large database gets. */
  bookings?: number;
  /** Only pages with this in their name or address. */
  only?: string;
};

type Site = Awaited<ReturnType<typeof openSite>>;
type OfficeData = Pick<typeof import("./office-data"), "openOfficeDatabase" | "fillOffice">;

/**
 * Runs both sites side by side and asks them in turn, so that other load affects both alike. Compares medians, because a
 * few requests during garbage collection say nothing about the number of bookings.
 */
export async function benchOffice({
  keep,
  only = "",
  bookings = BIG.bookings,
}: Options = {}): Promise<OfficeTime[]> {
  const vite = await createServer({ server: { middlewareMode: true }, appType: "custom", logLevel: "error" });
  const data = (await vite.ssrLoadModule("/bench/office-data.ts")) as OfficeData;
  const small = await openSite(data, SMALL, keep && path.join(keep, "small"));
  const big = await openSite(data, { ...BIG, bookings }, keep && path.join(keep, "big"));
  const times: OfficeTime[] = [];
  let list = "";
  for (const [name, address] of PAGES) {
    if (!name.startsWith(" ")) list = name;
    if (![list, name, address].some((text) => text.includes(only))) continue;
    times.push({ name, ...(await measure(address, small, big)) });
  }
  for (const site of [small, big]) await site.close();
  await vite.close();
  return times;
}

/** A site on its own database with this much data, and a signed-in administrator. */
async function openSite({ openOfficeDatabase, fillOffice }: OfficeData, size: typeof SMALL, kept?: string) {
  const folder = kept ?? mkdtempSync(path.join(tmpdir(), "white-birch-office-"));
  const { url, client, stop, remove } = await openOfficeDatabase(folder);
  const site = await run(SITE, {
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
    if (!kept) await remove();
  };
  try {
    const filled = path.join(folder, "filled");
    if (!existsSync(filled)) await fillOffice(client, size);
    writeFileSync(filled, "");
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    return { origin: site.origin, agent, client, cookie: await signIn(site.origin, ADMIN), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function measure(address: string, small: Site, big: Site) {
  const times = { small: [] as number[], big: [] as number[] };
  const [pathOfSmall, pathOfBig] = [await pathIn(address, small), await pathIn(address, big)];
  for (let turn = -WARMING; turn < REQUESTS; turn += 1) {
    const [ofSmall, ofBig] = [await ask(pathOfSmall, small), await ask(pathOfBig, big)];
    if (turn < 0) continue;
    times.small.push(ofSmall);
    times.big.push(ofBig);
  }
  const [ofSmall, ofBig] = [percentile(times.small, 0.5), percentile(times.big, 0.5)];
  return { small: ofSmall, big: ofBig, p95: percentile(times.big, 0.95) };
}

async function pathIn(address: string, { client }: Site): Promise<string> {
  if (!address.startsWith("select ")) return address;
  const { rows } = await client.query({ text: address, rowMode: "array" });
  return rows[0]?.[0];
}

/** Milliseconds until the response is complete. */
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
