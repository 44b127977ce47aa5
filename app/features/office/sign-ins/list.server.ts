import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { likePattern } from "~/db/keyset";
import { users } from "~/db/schema/accounts";
import { sign_ins } from "~/db/schema/audit";
import { defineList } from "~/features/office/lists/define.server";
import { formatMoment } from "~/lib/dates";
import type { QueryOf } from "~/lib/list-query";
import { ownEntry } from "~/lib/own-entry";
import { countUpTo } from "~/platform/database/counts.server";
import { SIGN_IN_LIST, type SignInRow, STEP_LABELS } from "./list";

/** Sign-ins and refusals, newest first. Each export of it leaves an audit row, as all do. */
export const signInList = defineList(SIGN_IN_LIST, {
  select: (db) =>
    db
      .select({
        id: sign_ins.id,
        at: sign_ins.at,
        user_id: sign_ins.user_id,
        email: users.email,
        step: sign_ins.step,
        refused: sign_ins.refused,
        address: sign_ins.address,
        device: sign_ins.device,
      })
      .from(sign_ins)
      .leftJoin(users, eq(users.id, sign_ins.user_id)),
  id: sign_ins.id,
  date: sign_ins.at,
  keys: { date: sign_ins.at },
  edge: ({ at }) => at,
  wanted: (_, query) => ({ filter: filterOf(query) }),
  count: ({ db }, _, { filter }) =>
    countUpTo(db, db.select({ id: sign_ins.id }).from(sign_ins).where(filter)),
  rows: (found, { zone }) =>
    found.map(
      ({ at, email, step, refused, ...row }): SignInRow => ({
        ...row,
        at: formatMoment(at, zone),
        who: email,
        how: ownEntry(STEP_LABELS, step) ?? step,
        refused: refused && inWords(refused),
      }),
    ),
  columns: [
    ["Time", ({ at }) => at.toString()],
    ["Account", ({ email }) => email],
    ["How", ({ step }) => ownEntry(STEP_LABELS, step) ?? step],
    ["Refused", ({ refused }) => refused && inWords(refused)],
    ["Network address", ({ address }) => address],
    ["Device", ({ device }) => device],
  ],
});

function filterOf({ q, filters: { outcome, step } }: QueryOf<typeof SIGN_IN_LIST>): SQL | undefined {
  return and(
    outcome === "refused" ? isNotNull(sign_ins.refused) : undefined,
    outcome === "passed" ? isNull(sign_ins.refused) : undefined,
    step ? eq(sign_ins.step, step) : undefined,
    q ? mentions(q) : undefined,
  );
}

/** An account by a part of its email or name, a network address by how it begins, or a device. */
function mentions(q: string): SQL {
  const part = likePattern(q);
  return sql`(${sign_ins.user_id} in (select ${users.id} from ${users}
      where lower(${users.email}) like ${part} or lower(${users.name}) like ${part})
    or ${sign_ins.address} like ${likePattern(q).slice(1)} or lower(${sign_ins.device}) like ${part})`;
}

const inWords = (reason: string) => reason.charAt(0).toUpperCase() + reason.slice(1);
