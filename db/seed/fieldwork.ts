import { randomUUID } from "node:crypto";
import { and, asc, eq, gte, inArray, lt } from "drizzle-orm";
import { bookings } from "../../app/db/schema/bookings";
import { services } from "../../app/db/schema/catalog";
import { crews } from "../../app/db/schema/crews";
import { checklist_items, visit_events } from "../../app/db/schema/fieldwork";
import { crew_members } from "../../app/db/schema/office";
import { pay_rates } from "../../app/db/schema/pay";
import type { Database } from "../../app/platform/database/database.server";
import { seedOnce } from "./once";

/** The members of each demo crew, in the order of the crews. */
const MEMBERS = [
  [
    { name: "Ana Flores", language: "es" },
    { name: "Ben Tuttle", language: "en" },
  ],
  [
    { name: "Carol Nguyen", language: "en" },
    { name: "Diego Ruiz", language: "es" },
  ],
] as const;

const KITCHEN = ["Wipe the kitchen counters and the stove", "Limpiar la encimera y la estufa"] as const;
const ITEMS: Record<string, (readonly [en: string, es: string, need?: "required"])[]> = {
  "regular-cleaning": [
    [...KITCHEN, "required"],
    ["Clean the bathrooms", "Limpiar los baños", "required"],
    ["Vacuum and mop the floors", "Aspirar y trapear los pisos", "required"],
    ["Dust the shelves", "Quitar el polvo de los estantes"],
    ["Take out the trash", "Sacar la basura"],
  ],
  "deep-cleaning": [
    [...KITCHEN, "required"],
    ["Scrub the bathrooms, with grout", "Fregar los baños, también las juntas", "required"],
    ["Wipe the baseboards", "Limpiar los zócalos", "required"],
    ["Clean behind the appliances", "Limpiar detrás de los electrodomésticos"],
  ],
};

/** Who works in the demo crews, and what is to be done at their visits. */
export function seedFieldwork(db: Database, now: Temporal.Instant): Promise<boolean> {
  return seedOnce(db, "fieldwork", async (tx) => {
    const dated = { created_at: now, updated_at: now };
    const teams = await tx
      .select({ id: crews.id })
      .from(crews)
      .orderBy(crews.sort_order)
      .limit(MEMBERS.length);
    const members = teams.flatMap(({ id: crew_id }, index) =>
      (MEMBERS[index] ?? []).map((member) => ({ ...member, ...dated, crew_id })),
    );
    const made = members.length > 0 ? await tx.insert(crew_members).values(members).returning() : [];
    await seedTaps(tx, made, now);
    const a_year_ago = now.subtract({ hours: 24 * 365 }).toString().slice(0, 10);
    const rates = made.map(({ id: member_id }, index) => ({
      ...{ member_id, from_day: a_year_ago, kind: "hour" as const, cents: 2000 + 150 * index },
      created_at: now,
    }));
    if (rates.length > 0) await tx.insert(pay_rates).values(rates);
    const sold = await tx
      .select({ id: services.id })
      .from(services)
      .where(inArray(services.id, Object.keys(ITEMS)));
    const items = sold.flatMap(({ id: service_id }) =>
      (ITEMS[service_id] ?? []).map(([text, text_es, need], sort_order) => ({
        ...{ service_id, text, text_es, sort_order },
        need: need ?? ("optional" as const),
        ...dated,
      })),
    );
    if (items.length > 0) await tx.insert(checklist_items).values(items);
  });
}

/** For how many days back the crews have tapped. */
const TAPPED_DAYS = 21;
/** Minutes: how long before the start they set out, how late they began, and how much longer it took, in turn. */
const DRIVES = [18, 25, 12];
const DELAYS = [2, 0, 6, 3];
const EXTRAS = [-10, 5, 0, 20, -5];

type Member = { id: string; crew_id: string };

/** What the crews tapped at the completed visits of the last weeks. */
async function seedTaps(tx: Database, members: Member[], now: Temporal.Instant): Promise<void> {
  const visits = await tx
    .select({
      id: bookings.id,
      crew_id: bookings.crew_id,
      starts: bookings.starts_at,
      ends: bookings.ends_at,
    })
    .from(bookings)
    .where(
      and(
        eq(bookings.status, "completed"),
        gte(bookings.starts_at, now.subtract({ hours: 24 * TAPPED_DAYS })),
        lt(bookings.ends_at, now.subtract({ hours: 1 })),
      ),
    )
    .orderBy(asc(bookings.starts_at));
  const taps = visits.flatMap(({ id: booking_id, crew_id, starts, ends }, index) => {
    const team = members.flatMap((member) => (member.crew_id === crew_id ? [member.id] : []));
    const [member_id] = team;
    if (!member_id) return [];
    const inTurn = (minutes: number[]) => minutes[index % minutes.length] ?? 0;
    const tap = (kind: "on_my_way" | "started" | "finished", at: Temporal.Instant) => ({
      ...{ id: randomUUID(), booking_id, member_id, kind, members: team },
      ...{ happened_at: at, phone_at: at, received_at: at },
    });
    return [
      tap("on_my_way", starts.subtract({ minutes: inTurn(DRIVES) })),
      tap("started", starts.add({ minutes: inTurn(DELAYS) })),
      tap("finished", ends.add({ minutes: inTurn(EXTRAS) })),
    ];
  });
  if (taps.length > 0) await tx.insert(visit_events).values(taps);
}
