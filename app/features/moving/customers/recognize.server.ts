import { and, eq, isNull, or } from "drizzle-orm";
import { customer_contacts, customers } from "~/db/schema/customers";
import { import_links } from "~/db/schema/imports";
import type { Cents } from "~/lib/money";
import { anyOf, type Database } from "~/platform/database/database.server";
import type { Row } from "./row";

/** `credit`: what files of the program moved in for the customer, in cents. */
type Recognized = { id: string; credit: Cents };

/**
 * Finds our customer of a row that no file had before: of those with its email the one with its name, else the one who confirmed it, else
 * the first; else the one with its phone and its name. Not somebody whom the other program calls by another ID, nor somebody of another
 * name in this same file: a family may share an email.
 */
export async function recognizeCustomers(
  tx: Database,
  { id: run_id, vendor }: { id: string; vendor: string },
  lines: { row: Row }[],
): Promise<(row: Row) => Recognized | null> {
  if (lines.length === 0) return () => null;
  const found = await tx
    .select({
      kind: customer_contacts.kind,
      value: customer_contacts.value,
      is_verified: customer_contacts.verified_at,
      id: customers.id,
      name: customers.name,
    })
    .from(customer_contacts)
    .innerJoin(customers, eq(customers.id, customer_contacts.customer_id))
    .where(
      and(
        isNull(customers.merged_into),
        or(
          and(
            eq(customer_contacts.kind, "email"),
            anyOf(
              customer_contacts.value,
              lines.flatMap(({ row }) => row.emails),
            ),
          ),
          and(
            eq(customer_contacts.kind, "phone"),
            anyOf(
              customer_contacts.value,
              lines.flatMap(({ row }) => row.phones),
            ),
          ),
        ),
      ),
    )
    .orderBy(customers.created_at, customers.id);
  const ids = found.map(({ id }) => id);
  const called = await tx
    .select()
    .from(import_links)
    .where(and(eq(import_links.vendor, vendor), anyOf(import_links.customer_id, ids)));
  const linksOf = Map.groupBy(called, ({ customer_id }) => customer_id);
  const hasOtherId = (id: string) => linksOf.get(id)?.some(({ person_key }) => person_key.startsWith("id:"));
  const isInFile = (id: string) => linksOf.get(id)?.some(({ said_in }) => said_in === run_id);
  const byValue = Map.groupBy(found, ({ kind, value }) => `${kind} ${value}`);
  return (row) => {
    const name = [row.company_name, row.first_name, row.last_name].join(" ").trim().toLowerCase();
    const open = (key: string) =>
      (byValue.get(key) ?? []).filter(
        (one) => !(row.external_id && hasOtherId(one.id)) && !(isInFile(one.id) && one.name !== name),
      );
    const byEmail = row.emails.flatMap((email) => open(`email ${email}`));
    const byPhone = row.phones.flatMap((phone) => open(`phone ${phone}`));
    const sameName = (one: { name: string | null }) => one.name === name;
    const best =
      byEmail.find(sameName) ??
      byEmail.find(({ is_verified }) => is_verified) ??
      byEmail[0] ??
      byPhone.find(sameName);
    if (!best) return null;
    const credit = (linksOf.get(best.id) ?? []).reduce((sum, link) => sum + link.credit, 0);
    return { id: best.id, credit };
  };
}
