import { dayLock } from "~/features/crews/pick.server";
import { type Database, lockUntilCommit } from "~/platform/database.server";

/** Lets the transactions that are about one draft in one by one. Take it before the lock of any day. */
export async function lockDraft(tx: Database, draftId: string | null): Promise<void> {
  if (draftId) await lockUntilCommit(tx, draftLock(draftId));
}

/** Both locks with one statement, for whoever needs no other day. */
export async function lockDraftAndDay(tx: Database, draftId: string | null, date: string): Promise<void> {
  await lockUntilCommit(tx, ...(draftId ? [draftLock(draftId)] : []), dayLock(date));
}

function draftLock(draftId: string): string {
  return `draft:${draftId}`;
}
