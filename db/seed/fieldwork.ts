import { inArray } from "drizzle-orm";
import { services } from "../../app/db/schema/catalog";
import { crews } from "../../app/db/schema/crews";
import { checklist_items } from "../../app/db/schema/fieldwork";
import { crew_members } from "../../app/db/schema/office";
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
    if (members.length > 0) await tx.insert(crew_members).values(members);
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
