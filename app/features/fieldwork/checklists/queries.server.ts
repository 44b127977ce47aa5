import { eq } from "drizzle-orm";
import { customers, properties } from "~/db/schema/customers";
import { nameOf } from "~/features/customers/records/contact";
import { formatNumber } from "~/lib/number";
import type { StaffCtx } from "~/platform/context.server";
import type { ChecklistItem, ListOf } from "./checklist";
import { isThere, readRows } from "./save.server";

/** The items of a service's or home's checklist, in order; null without such a service or home. */
export async function readChecklist({ db }: StaffCtx, list: ListOf): Promise<ChecklistItem[] | null> {
  if (!(await isThere(db, list))) return null;
  const rows = await readRows(db, list);
  return rows.map(({ id, text, text_es, need }) => ({ id, text, text_es, required: need === "required" }));
}

/** A home's address, whose it is, and its checklist; null without such a home. */
export async function readHomeChecklist(ctx: StaffCtx, id: string) {
  const items = await readChecklist(ctx, { of: "home", id });
  if (!items) return null;
  const [found] = await ctx.db
    .select({ home: properties, customer: customers })
    .from(properties)
    .leftJoin(customers, eq(customers.id, properties.customer_id))
    .where(eq(properties.id, id));
  if (!found) return null;
  const { home, customer } = found;
  const owner = customer && { id: customer.id, name: nameOf(customer) ?? formatNumber(customer.number) };
  return { home, customer: owner, items };
}
