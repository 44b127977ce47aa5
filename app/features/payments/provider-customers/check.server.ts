import { and, asc, desc, eq, inArray, lt, or } from "drizzle-orm";
import { customer_contacts } from "~/db/schema/customers";
import { provider_customers } from "~/db/schema/provider-customers";
import type { Ctx } from "~/platform/context.server";
import { type PaymentGateway, ProviderUnavailable } from "~/platform/outside/payment-gateway";
import { whyNotTheirs } from "./rules";

/** How many are asked about in one run, and how many at once. */
const MOST = 2_000;
const AT_ONCE = 5;
/** Hours after which they are asked about again: the email here or there, the cards, or our key may be others by then. */
const AGAIN_HOURS = { refused: 24, confirmed: 7 * 24 };

type Row = typeof provider_customers.$inferSelect;

/** Asks Stripe about the IDs that imports stored, new ones first. Nothing happens as long as there are no keys. */
export async function checkProviderCustomers(ctx: Ctx): Promise<void> {
  const gateway = await ctx.payments.named("stripe");
  if (!gateway) return;
  const rows = await readDue(ctx);
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const some = rows.slice(from, from + AT_ONCE);
    const emails = await readEmails(
      ctx,
      some.map(({ customer_id }) => customer_id),
    );
    const answers = await askAll(
      gateway,
      some.map((row) => row.provider_customer_id),
    );
    for (const [place, row] of some.entries()) {
      const found = answers[place];
      if (found === undefined) continue;
      const reason = whyNotTheirs(row.provider_customer_id, found, emails(row.customer_id));
      await store(ctx, row, { reason, cards: found?.cards ?? [] });
    }
  }
}

function readDue({ db, now }: Pick<Ctx, "db" | "now">): Promise<Row[]> {
  return db
    .select()
    .from(provider_customers)
    .where(
      and(
        eq(provider_customers.provider, "stripe"),
        or(
          eq(provider_customers.status, "unconfirmed"),
          ...(["refused", "confirmed"] as const).map((status) =>
            and(
              eq(provider_customers.status, status),
              lt(provider_customers.checked_at, now.subtract({ hours: AGAIN_HOURS[status] })),
            ),
          ),
        ),
      ),
    )
    .orderBy(desc(provider_customers.status), asc(provider_customers.created_at), asc(provider_customers.id))
    .limit(MOST);
}

/** What the provider says of each; undefined where it did not answer. Throws ProviderUnavailable if it answers none. */
export async function askAll(gateway: PaymentGateway, ids: string[]) {
  const answers = await Promise.allSettled(ids.map((id) => gateway.readCustomer(id)));
  const [failed] = answers.filter((answer) => answer.status === "rejected");
  if (
    failed &&
    (!(failed.reason instanceof ProviderUnavailable) || answers.every(({ status }) => status === "rejected"))
  )
    throw failed.reason;
  return answers.map((answer) => (answer.status === "fulfilled" ? answer.value : undefined));
}

/** The emails of customers, by their ids. */
export async function readEmails({ db }: Pick<Ctx, "db">, ids: string[]) {
  const rows = await db
    .select({ id: customer_contacts.customer_id, value: customer_contacts.value })
    .from(customer_contacts)
    .where(and(eq(customer_contacts.kind, "email"), inArray(customer_contacts.customer_id, ids)));
  return (id: string) => rows.filter((row) => row.id === id).map(({ value }) => value);
}

async function store(
  { db, now }: Pick<Ctx, "db" | "now">,
  { id, status }: Row,
  { reason, cards }: { reason: string | null; cards: Row["cards"] },
): Promise<void> {
  await db
    .update(provider_customers)
    .set({
      ...{ status: reason ? "refused" : "confirmed", reason, cards: reason ? [] : cards },
      ...{ checked_at: now, updated_at: now },
    })
    .where(and(eq(provider_customers.id, id), eq(provider_customers.status, status)));
}
