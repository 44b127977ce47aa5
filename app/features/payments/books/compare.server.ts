import { and, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import { book_comparisons, book_differences } from "~/db/schema/books";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { type Movement, ProviderUnavailable } from "~/platform/outside/payment-gateway";
import { COMPARED_DAYS, compareCredit, compareOrder, compareWithProvider, EARLIER_DAYS } from "./books";
import { type Difference, decideRecording } from "./difference";
import {
  isOpen,
  readBeginning,
  readCreditBooks,
  readOldestOpen,
  readOrderBooks,
  readProviderSide,
  readProviders,
} from "./queries.server";

/** What a provider says, and from which time on. */
type Told = {
  provider: string;
  since: Temporal.Instant;
  asked_from: Temporal.Instant;
  movements: Movement[];
};

/**
 * Compares the money of the last weeks: orders with their lines, charges and refunds, these with the ledger, and the ledger with each
 * provider. Every difference is stored until it is settled, and the office gets a notice of new ones. Throws ProviderUnavailable if a
 * provider can't be reached, after all others were compared: the job is tried again.
 */
export async function compareBooks(ctx: Ctx): Promise<void> {
  const since = ctx.now.subtract({ hours: COMPARED_DAYS * 24 });
  let silent: ProviderUnavailable | undefined;
  /** What those say that can be reached. */
  const askEach = async <One>(all: Iterable<One>, ask: (one: One) => Promise<Told[]>): Promise<Told[]> => {
    const answers: Told[] = [];
    for (const one of all) {
      try {
        answers.push(...(await ask(one)));
      } catch (error) {
        if (!(error instanceof ProviderUnavailable)) throw error;
        silent = error;
      }
    }
    return answers;
  };
  const lately = await askEach(await findProviders(ctx, since), (provider) =>
    askProvider(ctx, provider, since),
  );
  const first = await compareNow(ctx, lately, since);
  const lacking = lackedBy(first);
  const told = lacking.size === 0 ? lately : await askEach(lately, (one) => askFurther(ctx, one, lacking));
  const found = told === lately ? first : await compareNow(ctx, told, since);
  await ctx.db.transaction((tx) => record(tx, ctx, found, { told, complete: silent === undefined }));
  if (silent) throw silent;
}

async function findProviders(ctx: Ctx, since: Temporal.Instant): Promise<Set<string>> {
  const current = await ctx.payments.current();
  return new Set([...(await readProviders(ctx, since)), ...(current ? [current.provider] : [])]);
}

/** Nothing of a provider that is no longer set up: it can't be asked. An open difference is looked at again however old it is. */
async function askProvider(ctx: Ctx, provider: string, latest: Temporal.Instant): Promise<Told[]> {
  const gateway = await ctx.payments.named(provider);
  if (!gateway) return [];
  const open = await readOldestOpen(ctx, provider);
  const since = open && Temporal.Instant.compare(open, latest) < 0 ? open : latest;
  const asked_from = since.subtract({ hours: EARLIER_DAYS * 24 });
  return [{ provider, since, asked_from, movements: await gateway.movementsSince(asked_from) }];
}

/** What the providers did not name, by their ids. */
function lackedBy(found: Difference[]): Set<string> {
  return new Set(
    found.flatMap(({ provider, theirs, about_id }) => (provider !== null && theirs === 0 ? about_id : [])),
  );
}

/** Asks from the beginning for what the provider did not name: our ledger may have heard of it long after it moved. */
async function askFurther({ db, payments }: Ctx, told: Told, lacking: Set<string>): Promise<Told[]> {
  const began = await readBeginning(db, told.provider);
  const gateway = began && (await payments.named(told.provider));
  if (!gateway) return [told];
  const earlier = (await gateway.movementsSince(began)).filter(
    ({ id, at }) => lacking.has(id) && Temporal.Instant.compare(at, told.asked_from) < 0,
  );
  return [{ ...told, movements: [...told.movements, ...earlier] }];
}

function compareNow(ctx: Ctx, told: Told[], since: Temporal.Instant): Promise<Difference[]> {
  return ctx.db.transaction((tx) => compareAll(tx, ctx, told, since), {
    isolationLevel: "repeatable read",
    accessMode: "read only",
  });
}

async function compareAll(
  tx: Database,
  { now }: Pick<Ctx, "now">,
  told: Told[],
  since: Temporal.Instant,
): Promise<Difference[]> {
  const found: Difference[] = [];
  for await (const order of readOrderBooks(tx, since)) found.push(...compareOrder(order));
  for (const customer of await readCreditBooks(tx, since)) found.push(...compareCredit(customer));
  for (const one of told)
    found.push(...compareWithProvider({ ...one, ...(await readProviderSide(tx, one)), now }));
  return found;
}

async function record(
  tx: Database,
  ctx: Ctx,
  found: Difference[],
  { told, complete }: { told: Told[]; complete: boolean },
): Promise<void> {
  const { now: found_at } = ctx;
  const open = await tx.select().from(book_differences).where(isOpen).for("update");
  const asked = new Set<string | null>([null, ...told.map(({ provider }) => provider)]);
  const compared = open.filter(({ provider }) => asked.has(provider));
  const { add, change, settle } = decideRecording(found, compared, await readAccepted(tx, found));
  for (const { id, ours, theirs } of change)
    await tx.update(book_differences).set({ ours, theirs }).where(eq(book_differences.id, id));
  if (settle.length > 0)
    await tx
      .update(book_differences)
      .set({ settled_at: found_at })
      .where(and(inArray(book_differences.id, settle), isNull(book_differences.settled_at)));
  const rows = add.map(({ is_fresh: _, ...difference }) => ({ ...difference, found_at }));
  const added =
    rows.length > 0 ? await tx.insert(book_differences).values(rows).onConflictDoNothing().returning() : [];
  if (added.length > 0) {
    ctx.log.error({ differences: added.length }, "the books differ");
    await ctx.jobs.enqueue(tx, "differences-notice-mail", { found_at: found_at.toString() });
  }
  if (!complete) return;
  const still = await tx.$count(book_differences, isOpen);
  await tx.insert(book_comparisons).values({ at: found_at, open: still }).onConflictDoNothing();
}

/** What staff settled of the things that differ: as long as nothing changes, it isn't told again. */
async function readAccepted(tx: Database, found: Difference[]) {
  if (found.length === 0) return [];
  const about = found.map(({ about_id }) => about_id);
  return tx
    .select()
    .from(book_differences)
    .where(and(inArray(book_differences.about_id, about), isNotNull(book_differences.note)));
}
