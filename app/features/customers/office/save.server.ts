import { createHash } from "node:crypto";
import { and, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import { users } from "~/db/schema/accounts";
import { customer_contacts, customers } from "~/db/schema/customers";
import { contact_messages } from "~/db/schema/messages";
import { formatPhone, nameOf } from "~/features/customers/records/contact";
import { doubtProviderCustomers, verifyEmail } from "~/features/customers/records/merge.server";
import { formatNumber } from "~/lib/number";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import type { CustomerForm } from "./forms";

type Missing = { ok: false; reason: "missing" };

/** Adds a customer without account. `id` is made with the form: sent twice, it is one customer. */
export function addCustomer(ctx: StaffCtx, { id, ...form }: CustomerForm & { id: string }) {
  return ctx.db.transaction(async (tx) => {
    const { emails, phones, labels, ...fields } = form;
    const [made] = await tx
      .insert(customers)
      .values({ id, ...fields, created_at: ctx.now, updated_at: ctx.now })
      .onConflictDoNothing({ target: customers.id })
      .returning({ id: customers.id });
    if (!made) return { ok: true as const };
    await saveContacts(tx, ctx, id, { emails, phones, labels });
    await recordAudit(tx, ctx, { action: "customer.created", entity: "customer", entity_id: id });
    return { ok: true as const };
  });
}

/** What the form for a customer begins with. `seen` tells whether somebody else has changed the customer since. */
export async function readCustomerFields(
  { db }: Pick<StaffCtx, "db">,
  id: string,
): Promise<{ seen: string; values: Record<string, string> } | null> {
  const [found] = await db.select().from(customers).where(eq(customers.id, id));
  if (!found) return null;
  const contacts = await db
    .select()
    .from(customer_contacts)
    .where(eq(customer_contacts.customer_id, id))
    .orderBy(
      sql`${customer_contacts.is_primary} desc`,
      customer_contacts.created_at,
      customer_contacts.value,
    );
  const of = (kind: "email" | "phone") => contacts.filter((one) => one.kind === kind);
  const { first_name, last_name, company_name, source } = found;
  const values = {
    ...{ kind: found.kind, first_name: first_name ?? "", last_name: last_name ?? "" },
    ...{ company_name: company_name ?? "", language: found.language, source: source ?? "" },
    tags: found.tags.join(", "),
    ...Object.fromEntries(of("email").map(({ value }, place) => [`email_${place}`, value])),
    ...Object.fromEntries(of("phone").map(({ value }, place) => [`phone_${place}`, formatPhone(value)])),
    ...Object.fromEntries(
      (["email", "phone"] as const).flatMap((kind) =>
        of(kind).map(({ label }, place) => [`${kind}_${place}_label`, label ?? ""]),
      ),
    ),
  };
  return { seen: createHash("sha256").update(JSON.stringify(values)).digest("base64url"), values };
}

const CHANGED = {
  ok: false,
  reason: "changed",
  message:
    "Somebody else changed this customer while you were typing. Compare with what is saved now, then save again.",
} as const;

/** Changes a customer. Refused if somebody else changed it since `seen`. The email of an account stays. */
export function editCustomer(
  ctx: StaffCtx,
  { id, seen, ...form }: CustomerForm & { id: string; seen: string | undefined },
): Promise<{ ok: true } | Missing | typeof CHANGED> {
  return ctx.db.transaction(async (tx) => {
    const [found] = await tx
      .select({ email: users.email })
      .from(customers)
      .leftJoin(users, eq(users.id, customers.user_id))
      .where(and(eq(customers.id, id), isNull(customers.merged_into)))
      .for("update", { of: customers });
    if (!found) return { ok: false, reason: "missing" };
    if ((await readCustomerFields({ db: tx }, id))?.seen !== seen) return CHANGED;
    const { phones, labels, ...fields } = form;
    const { emails: wanted, ...own } = fields;
    const emails = found.email ? [...new Set([...wanted, found.email.toLowerCase()])] : wanted;
    await tx
      .update(customers)
      .set({ ...own, updated_at: ctx.now })
      .where(eq(customers.id, id));
    await saveContacts(tx, ctx, id, { emails, phones, labels });
    await recordAudit(tx, ctx, { action: "customer.edited", entity: "customer", entity_id: id });
    return { ok: true };
  });
}

/** Replaces a customer's emails and phones. Those that stay keep whether they are confirmed. */
async function saveContacts(
  tx: Database,
  { now }: StaffCtx,
  customer_id: string,
  { emails, phones, labels }: Pick<CustomerForm, "emails" | "phones" | "labels">,
): Promise<void> {
  const ofCustomer = eq(customer_contacts.customer_id, customer_id);
  for (const [kind, wanted] of [["email", emails] as const, ["phone", phones] as const]) {
    const ofKind = and(ofCustomer, eq(customer_contacts.kind, kind));
    const value = customer_contacts.value;
    const gone = await tx
      .delete(customer_contacts)
      .where(and(ofKind, sql`${value} <> all (${sql.param(wanted)}::text[])`))
      .returning({ value });
    if (kind === "email" && gone.length > 0) await doubtProviderCustomers(tx, [customer_id]);
    await tx.update(customer_contacts).set({ is_primary: false }).where(ofKind);
    const rows = wanted.map((one, place) => {
      const at = now.add({ microseconds: place }); // keeps the order
      return {
        customer_id,
        kind,
        value: one,
        label: labels[one] ?? null,
        is_primary: place === 0,
        created_at: at,
        updated_at: at,
      };
    });
    if (rows.length === 0) continue;
    await tx
      .insert(customer_contacts)
      .values(rows)
      .onConflictDoUpdate({
        target: [customer_contacts.customer_id, customer_contacts.kind, value],
        set: {
          label: sql`excluded.label`,
          is_primary: sql`excluded.is_primary`,
          created_at: sql`excluded.created_at`,
        },
      });
  }
}

/** Staff confirm that an email is the customer's: bookings with it are theirs from now on, and messages from it. */
export function confirmEmail(
  ctx: StaffCtx,
  { id, email }: { id: string; email: string },
): Promise<{ ok: true } | Missing | { ok: false; reason: "taken"; message: string }> {
  return ctx.db.transaction(async (tx) => {
    if (await verifyEmail(tx, id, email, ctx.now)) {
      await tx
        .update(contact_messages)
        .set({ customer_id: id })
        .where(and(isNull(contact_messages.customer_id), eq(sql`lower(${contact_messages.email})`, email)));
      await recordAudit(tx, ctx, { action: "customer.email_confirmed", entity: "customer", entity_id: id });
      return { ok: true };
    }
    const [other] = await tx
      .select()
      .from(customers)
      .innerJoin(customer_contacts, eq(customer_contacts.customer_id, customers.id))
      .where(
        and(
          ne(customers.id, id),
          inArray(customer_contacts.value, [email]),
          sql`${customer_contacts.verified_at} is not null`,
        ),
      );
    if (!other) return { ok: false, reason: "missing" };
    const who = `${nameOf(other.customers) ?? "Customer"} ${formatNumber(other.customers.number)}`;
    return {
      ok: false,
      reason: "taken",
      message: `This is the confirmed email of ${who}. Merge the two instead.`,
    };
  });
}
