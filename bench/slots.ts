/** Measures the free slots of a month with a long past, when twenty crews are nearly booked out. */
import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Client } from "pg";
import { createServer } from "vite";
import { BIG } from "./office.ts";
import { cpuSeconds, memoryMb, percentile, run, SITE } from "./server.ts";
import { isInstalled, type Load, wrk } from "./wrk.ts";

const CREWS = 20;
const CALLS = 300;
const WARMING = 200;
const SECONDS = 8;
/** Marks the visits of this bench. */
const MARK = "A visit of the bench of slots.";

export type SlotTimes = {
  visits: number;
  /** The parts of `readMonth`: the query, and the computation. */
  p95Ms: number;
  http: (Load & { cpuMs: number; memoryMb: number }) | null;
};

type Availability = typeof import("../app/features/scheduling/availability/availability.server");
type Databases = typeof import("../app/platform/database/database.server");
type OfficeData = typeof import("./office-data");

/** `keep`: the folder of `benchOffice`. */
export async function benchSlots(keep: string): Promise<SlotTimes> {
  const vite = await createServer({ server: { middlewareMode: true }, appType: "custom", logLevel: "error" });
  const load = async <Module>(file: string) => (await vite.ssrLoadModule(file)) as Module;
  const { openOfficeDatabase, fillOffice } = await load<OfficeData>("/bench/office-data.ts");
  const folder = path.join(keep, "big");
  const { url, client, stop } = await openOfficeDatabase(folder);
  try {
    const filled = path.join(folder, "filled");
    if (!existsSync(filled)) await fillOffice(client, BIG);
    writeFileSync(filled, "");
    const { month, visits } = await bookOut(client);
    const { readMonth } = await load<Availability>(
      "/app/features/scheduling/availability/availability.server.ts",
    );
    const { openDatabase } = await load<Databases>("/app/platform/database/database.server.ts");
    const { db, close } = openDatabase({ connectionString: url }, { max: 1 });
    const times: number[] = [];
    for (let call = -WARMING; call < CALLS; call += 1) {
      const started = performance.now();
      await readMonth({ db, now: Temporal.Now.instant() }, { month, minutes: 180 });
      if (call >= 0) times.push(performance.now() - started);
    }
    await close();
    return { visits, p95Ms: percentile(times, 0.95), http: await overHttp(url, month) };
  } finally {
    await tidy(client);
    await stop();
    await vite.close();
  }
}

/** Twenty crews, each with 17 of 20 slots taken in a month after all other visits. */
async function bookOut(client: Client): Promise<{ month: string; visits: number }> {
  await tidy(client);
  await client.query(
    `update crews set is_active = id in (select id from crews where name like 'Crew %' order by sort_order limit ${CREWS})`,
  );
  const { rowCount } = await client.query(
    `insert into bookings (service_id, crew_id, scheduled_date, scheduled_time, duration_hours, starts_at, ends_at, blocked,
       status, total_amount, price_lines, policy, address_line1, city, state, zip_code, notes)
     select 'regular-cleaning', c.id, day, clock, 1, starts, starts + interval '1 hour',
       tstzrange(starts, starts + interval '90 minutes'), 'confirmed', 5300, '[]',
       '{"full_refund_hours": 24, "late_fee_percent": 50}', '1 Main Street', 'Concord', 'NH', '03301', $1
     from (select id, row_number() over (order by sort_order) as n from crews where is_active) c,
       generate_series(date_trunc('month', now() + interval '10 months'), date_trunc('month', now() + interval '11 months')
         - interval '1 day', interval '1 day') d, lateral (select d::date as day) days,
       unnest(array['08:00', '10:00', '12:00', '14:00', '16:00']::time[]) with ordinality clocks (clock, k),
       lateral (select (day + clock) at time zone 'America/New_York' as starts) at
     where (c.n * 7 + extract(day from day) * 5 + k) % 20 < 17`,
    [MARK],
  );
  await client.query("vacuum analyze bookings");
  const { rows } = await client.query(`select to_char(now() + interval '10 months', 'YYYY-MM') as month`);
  return { month: rows[0].month, visits: rowCount ?? 0 };
}

async function tidy(client: Client): Promise<void> {
  await client.query("update crews set is_active = true");
  await client.query("delete from bookings where notes = $1 and starts_at > now()", [MARK]);
}

async function overHttp(url: string, month: string): Promise<SlotTimes["http"]> {
  if (!isInstalled("wrk", "-v")) return null;
  const site = await run(SITE, {
    DATABASE_URL: url,
    APP_SECRET: "a secret of the bench that is long enough",
    RATE_LIMIT_FACTOR: "0",
    LOG_LEVEL: "error",
  });
  try {
    const address = `${site.origin}/api/availability?service=regular-cleaning&hours=3&month=${month}`;
    await wrk(address, { connections: 16, seconds: 4 });
    const before = cpuSeconds(site.child.pid);
    const load = await wrk(address, { connections: 16, seconds: SECONDS });
    const cpuMs = ((cpuSeconds(site.child.pid) - before) / (load.perSecond * SECONDS)) * 1000;
    return { ...load, cpuMs, memoryMb: memoryMb(site.child.pid) };
  } finally {
    await site.stop();
  }
}
