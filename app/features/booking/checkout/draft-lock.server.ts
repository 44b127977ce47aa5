import { dayLock, lockDay } from "~/features/scheduling/crews/pick.server";
import { type Database, lockUntilCommit } from "~/platform/database.server";
import { daysOfDraft } from "./standing.server";

/** Lets the transactions that are about one draft in one by one. Take it before the lock of any day. */
export async function lockDraft(tx: Database, draftId: string | null): Promise<void> {
  if (draftId) await lockUntilCommit(tx, ...draftLocks(draftId));
}

/** Both locks with one statement, for whoever needs no other day. */
export async function lockDraftAndDay(tx: Database, draftId: string | null, date: string): Promise<void> {
  await lockUntilCommit(tx, ...draftLocks(draftId), dayLock(date));
}

/** A draft and all days on which it has visits, in the order of the other verbs, beside `date`. */
export async function lockDraftAndItsDays(tx: Database, draftId: string | null, date: string): Promise<void> {
  await lockDraft(tx, draftId);
  const days = [date, ...(await daysOfDraft(tx, draftId))];
  for (const day of [...new Set(days)].sort()) await lockDay(tx, day);
}

/** To be taken together with others; none when there is no draft. */
export function draftLocks(draftId: string | null): string[] {
  return draftId ? [`draft:${draftId}`] : [];
}
