import { randomUUID } from "node:crypto";
import { and, eq, inArray, sql } from "drizzle-orm";
import { customer_contacts, customers, properties } from "~/db/schema/customers";
import { entry_codes } from "~/db/schema/entry-codes";
import { import_links, import_rows, type Made } from "~/db/schema/imports";
import { staff_notes } from "~/db/schema/office";
import { CODE_LIMIT } from "~/features/customers/codes/rules";
import { sealCode } from "~/features/customers/codes/save.server";
import { moveInCredit } from "~/features/moving/credit/store.server";
import { markRows } from "~/features/moving/run.server";
import { storeStripeCustomers } from "~/features/moving/stripe/store.server";
import { recordAudit } from "~/platform/audit.server";
import type { Database } from "~/platform/database/database.server";
import type { JobCtx } from "~/platform/runtime.server";
import { additionSaid, type Compared, isHomeField, saidOf } from "./compare.server";
import type { RowHome } from "./row";
import { additionsOf, isOwnField, type PersonField, saidBy } from "./rules";

type Run = { id: string; vendor: string; author_id: string | null };
/** What a row does, with the ids of what it adds. */
type Work = {
  one: Compared;
  customer_id: string;
  user_id: string | null;
  made: Made;
  set: Record<string, string>;
};

/**
 * Stores what compared rows of different people do, in a few statements, with all that an undo needs. A conflict without an
 * answer has come up since the dry run: its row is left out, and says so.
 */
export async function storeRows(tx: Database, ctx: JobCtx, run: Run, compared: Compared[]): Promise<void> {
  const isLeft = ({ verdict, answer }: Compared) => verdict === "conflict" && (answer ?? "skip") === "skip";
  const works = compared.filter((one) => !isLeft(one)).map(workOf);
  await addCustomers(tx, ctx, works);
  await changeCustomers(tx, ctx, works);
  await addContacts(tx, ctx, works);
  await storeHomes(tx, ctx, works);
  await addNotes(tx, ctx, run, works);
  await addCodes(tx, ctx, run, works);
  await moveInMoney(tx, ctx, run, works);
  await storeLinks(tx, ctx, run, works);
  await auditRows(tx, ctx, run, works);
  await markRows(tx, ctx, run.id, [
    ...works.map(({ one: { line, verdict, warnings }, customer_id, made }) => ({
      ...{ line, customer_id, verdict, made },
      reason: warnings.join(" ") || null,
    })),
    ...compared.filter(isLeft).map(({ line, answer, customer, verdict, erased }) => ({
      ...{ line, verdict, customer_id: customer?.id ?? null, made: null },
      reason: answer
        ? "Left out, as you chose."
        : erased
          ? "Left out: the customer, or somebody with the same email or phone, was erased after the dry run. Import the file again to answer it."
          : "Left out: the customer was changed after the dry run.",
    })),
  ]);
  await forgetRows(
    tx,
    run.id,
    compared.filter((one) => isLeft(one) && one.erased).map(({ line }) => line),
  );
}

/** Forgets what rows of erased customers say, who stay left out. */
async function forgetRows(tx: Database, run_id: string, lines: number[]): Promise<void> {
  if (lines.length === 0) return;
  await tx
    .update(import_rows)
    .set({ name: null, email: null, phone: null, address: null, facts: null, differences: null, sealed: "" })
    .where(and(eq(import_rows.run_id, run_id), inArray(import_rows.line, lines)));
}

function workOf(one: Compared): Work {
  const { customer, home, adds_home, row, answer, conflicts } = one;
  const taken =
    answer === "theirs"
      ? conflicts.filter(({ field }) => !isOwnField(field)).map(({ field, theirs }) => [field, theirs])
      : [];
  const set: Record<string, string> = { ...one.set, ...Object.fromEntries(taken) };
  const before = (field: string) =>
    (isHomeField(field) ? home?.[field as "bedrooms"] : customer?.[field as PersonField]) ?? null;
  const pairs = Object.entries(set).map(([field, after]): [string, [string | number | null, string]] => [
    field,
    [before(field), after],
  ]);
  const of = (...kinds: string[]) => one.additions.filter((addition) => kinds.includes(addition.of));
  const home_id = home?.id ?? (adds_home && row.home ? randomUUID() : null);
  return {
    one,
    customer_id: customer?.id ?? randomUUID(),
    user_id: customer?.user_id ?? null,
    set,
    made: {
      customer: !customer,
      fields: Object.fromEntries(pairs.filter(([field]) => !isHomeField(field))) as Made["fields"],
      contacts: of("email", "phone").map((addition) => ({
        kind: addition.of as "email" | "phone",
        value: addition.value,
      })),
      tags: of("tag").map(({ value }) => value),
      home: home_id
        ? {
            id: home_id,
            added: adds_home,
            fields: Object.fromEntries(pairs.filter(([field]) => isHomeField(field))),
          }
        : null,
      note_id: of("note").length > 0 ? randomUUID() : null,
      code_ids: home_id ? of("code").map(() => randomUUID()) : [],
      link: {
        id: one.link?.id ?? randomUUID(),
        before: one.link && {
          ...{ fields: one.link.fields, earlier: one.link.earlier },
          ...{ seen: one.link.seen, said_in: one.link.said_in, credit: one.link.credit },
        },
      },
    },
  };
}

/** Moves in credit and IDs at Stripe: those without a conflict, and those of which people took the file's. */
async function moveInMoney(tx: Database, ctx: JobCtx, run: Run, works: Work[]): Promise<void> {
  const isWanted = ({ one: { answer, conflicts } }: Work, field: string) =>
    answer === "theirs" || conflicts.every((conflict) => conflict.field !== field);
  const credit = await moveInCredit(
    ...([tx, ctx, run] as const),
    works.map((work) => ({
      ...{ line: work.one.line, customer_id: work.customer_id },
      cents: isWanted(work, "credit") ? work.one.credit : 0,
    })),
  );
  const stripe = await storeStripeCustomers(
    ...([tx, ctx] as const),
    works.map((work) => ({
      customer_id: work.customer_id,
      stripe: isWanted(work, "stripe_customer") ? work.one.stripe : null,
      ours: work.one.conflicts.find(({ field }) => field === "stripe_customer")?.ours ?? null,
    })),
  );
  works.forEach(({ one, made }, place) => {
    const moved = credit[place];
    const stored = stripe[place];
    if (moved?.cents) made.credit = moved.cents;
    if (moved?.warning) one.warnings.push(moved.warning);
    if (stored && "made" in stored) made.stripe = stored.made;
    if (stored && "warning" in stored) one.warnings.push(stored.warning);
  });
}

/** Inserts rows, if there are any. */
async function insertAll<Row extends object>(rows: Row[], insert: (rows: Row[]) => PromiseLike<unknown>) {
  if (rows.length > 0) await insert(rows);
}

async function addCustomers(tx: Database, { now }: JobCtx, works: Work[]): Promise<void> {
  const rows = works.flatMap(({ one: { customer, row }, customer_id: id }) => {
    if (customer) return [];
    const { kind, first_name, last_name, company_name, tags, since } = row;
    const day = since && Temporal.Instant.from(`${since}T12:00:00Z`);
    const created_at = day && Temporal.Instant.compare(day, now) < 0 ? day : now;
    return [{ id, kind, first_name, last_name, company_name, tags, created_at, updated_at: now }];
  });
  await insertAll(rows, (all) => tx.insert(customers).values(all));
}

async function changeCustomers(tx: Database, { now }: JobCtx, works: Work[]): Promise<void> {
  for (const { one, customer_id, set, made } of works) {
    const fields = Object.fromEntries(Object.entries(set).filter(([field]) => !isHomeField(field)));
    const hasMore = made.contacts.length > 0 || made.tags.length > 0;
    if (!one.customer || (Object.keys(fields).length === 0 && !hasMore)) continue;
    const tags = [...one.customer.tags, ...made.tags];
    const kind = fields.company_name ? { kind: "company" as const } : {};
    await tx
      .update(customers)
      .set({ ...fields, ...kind, tags, updated_at: now })
      .where(eq(customers.id, customer_id));
  }
}

/** Adds emails and phones. The first of each kind is the one to use, if the customer has none yet. */
async function addContacts(tx: Database, { now }: JobCtx, works: Work[]): Promise<void> {
  const rows = works.flatMap(({ customer_id, made }) =>
    made.contacts.map((contact, place) => {
      const at = now.add({ microseconds: place }); // keeps the order
      return { ...contact, customer_id, created_at: at, updated_at: at };
    }),
  );
  if (rows.length === 0) return;
  await tx.insert(customer_contacts).values(rows).onConflictDoNothing();
  const ids = [...new Set(rows.map(({ customer_id }) => customer_id))];
  await tx.execute(sql`
    update ${customer_contacts} contact set is_primary = true
    from (
      select distinct on (one.customer_id, one.kind) one.customer_id, one.kind, one.value
      from ${customer_contacts} one
      where one.customer_id = any (${sql.param(ids)}::uuid[])
        and not exists (select from ${customer_contacts} first where first.customer_id = one.customer_id
          and first.kind = one.kind and first.is_primary)
      order by one.customer_id, one.kind, one.created_at, one.value
    ) first
    where contact.customer_id = first.customer_id and contact.kind = first.kind and contact.value = first.value`);
}

async function storeHomes(tx: Database, { now }: JobCtx, works: Work[]): Promise<void> {
  const rows = works.flatMap(({ one: { row }, customer_id, user_id, made: { home } }) =>
    home?.added && row.home
      ? [{ ...row.home, id: home.id, customer_id, user_id, created_at: now, updated_at: now }]
      : [],
  );
  await insertAll(rows, (all) => tx.insert(properties).values(all));
  for (const { made, set } of works) {
    if (!made.home || made.home.added || Object.keys(made.home.fields).length === 0) continue;
    const wanted = Object.entries(set).filter(([field]) => isHomeField(field));
    const fields: Partial<RowHome> = Object.fromEntries(
      wanted.map(([field, value]) => [field, field === "special_instructions" ? value : Number(value)]),
    );
    await tx
      .update(properties)
      .set({ ...fields, updated_at: now })
      .where(eq(properties.id, made.home.id));
  }
}

async function addNotes(tx: Database, { now }: JobCtx, { author_id }: Run, works: Work[]): Promise<void> {
  const rows = works.flatMap(({ one: { row }, customer_id, user_id, made: { note_id } }) =>
    note_id && row.note
      ? [{ id: note_id, customer_id, user_id, author_id, body: row.note, created_at: now, updated_at: now }]
      : [],
  );
  await insertAll(rows, (all) => tx.insert(staff_notes).values(all));
}

async function addCodes(
  tx: Database,
  { now, vault }: JobCtx,
  { author_id }: Run,
  works: Work[],
): Promise<void> {
  const rows = works.flatMap(({ one, made }) => {
    const codes = one.additions.filter((addition) => addition.of === "code");
    const property_id = made.home?.id;
    if (!property_id) return [];
    return codes.slice(0, CODE_LIMIT).map(({ kind, label, value }, place) => {
      const row = { id: made.code_ids[place] ?? randomUUID(), property_id };
      const sealed = sealCode(vault, row, value);
      return { ...row, kind, label, sealed, author_id, created_at: now, updated_at: now };
    });
  });
  await insertAll(rows, (all) => tx.insert(entry_codes).values(all));
}

/** Remembers what the file said of each person and home. */
async function storeLinks(tx: Database, { now }: JobCtx, run: Run, works: Work[]): Promise<void> {
  const rows = works.map(({ one, customer_id, made }) => {
    const { link } = one;
    const isAgain = link?.said_in === run.id;
    const before = isAgain ? link.fields : {};
    const said = Object.entries(saidBy(one.row)).map(([field, value]): [string, string[]] => {
      return [field, [...new Set([...(before[field] ?? []), saidOf(field, value)])]];
    });
    return {
      ...{ id: made.link.id, vendor: run.vendor, person_key: one.person_key, home_key: one.home_key },
      ...{ customer_id, property_id: made.home?.id ?? null, run_id: run.id, is_new: made.customer },
      fields: { ...before, ...Object.fromEntries(said) },
      earlier: (isAgain ? link.earlier : link?.fields) ?? {},
      said_in: run.id,
      seen: [...new Set([...(link?.seen ?? []), ...additionsOf(one.row).map(additionSaid)])],
      credit: (link?.credit ?? 0) + (made.credit ?? 0),
      ...{ created_at: now, updated_at: now },
    };
  });
  await insertAll(rows, (all) =>
    tx
      .insert(import_links)
      .values(all)
      .onConflictDoUpdate({
        target: import_links.id,
        set: {
          ...{ fields: sql`excluded.fields`, earlier: sql`excluded.earlier` },
          ...{ seen: sql`excluded.seen`, said_in: sql`excluded.said_in`, updated_at: now },
          credit: sql`excluded.credit`,
        },
      }),
  );
}

async function auditRows(tx: Database, ctx: JobCtx, run: Run, works: Work[]): Promise<void> {
  const entries = works.flatMap(({ one, customer_id, made }) => {
    if (one.verdict === "same") return [];
    const action = made.customer ? "customer.imported" : "customer.import_changed";
    return { action, entity: "customer", entity_id: customer_id, details: { import: run.id } };
  });
  if (entries.length > 0) await recordAudit(tx, ctx, ...entries);
}
