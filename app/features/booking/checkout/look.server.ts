import { sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { plans } from "~/db/schema/plans";
import { expiredHolds } from "~/features/booking/release.server";
import { crewFor, valuesOf } from "~/features/scheduling/crews/pick.server";
import type { Ctx } from "~/platform/context.server";
import { type Database, preparedStatement } from "~/platform/database.server";
import { bookingOfDraft, hasEarlierCheckout, planOfDraft } from "./draft.server";
import { freeAt, type Holder } from "./hold-limit.server";
import type { BookingQuote } from "./quote.server";

/**
 * In one statement: which crew is free, whether the draft holds something, whether holds that ran out are in the way, and
 * when the holder may hold one more.
 */
export async function look(
  tx: Database,
  ctx: Ctx,
  { draft_id }: { draft_id: string | null },
  quote: BookingQuote,
  { limits, client_hash, user_id, email }: Holder,
) {
  const holder = { client_hash, user_id, email, limit: limits.visits };
  const { rows } = await seen(tx, { ...valuesOf(quote), ...holder, draft_id, now: ctx.now.toString() });
  const [found] = rows;
  if (!found) throw new Error("A question without an answer");
  return found;
}

const draft = sql.placeholder("draft_id");
const asked = {
  date: sql.placeholder("date"),
  time: sql.placeholder("time"),
  ends: sql.placeholder("ends"),
  town: sql.placeholder("town"),
  blocked: sql.placeholder("blocked"),
};
const holding = {
  client_hash: sql.placeholder("client_hash"),
  user_id: sql.placeholder("user_id"),
  email: sql.placeholder("email"),
  limit: sql.placeholder("limit"),
  draft_id: draft,
  now: sql.placeholder("now"),
};
type Seen = { crew_id: string | null; holds: boolean; expired: boolean; free_at: number | null };
const seen = preparedStatement<Seen>(
  sql`with crew as (${crewFor(asked)})
    select (select id from crew) as crew_id,
      exists (select from ${bookings} where ${bookingOfDraft(draft)})
        or exists (select from ${plans} where ${planOfDraft(draft)})
        or ${hasEarlierCheckout(draft)} as holds,
      exists (select from ${bookings} where ${expiredHolds(sql.placeholder("now"), asked.blocked)}) as expired,
      ${freeAt("visits", holding)} as free_at`,
);
