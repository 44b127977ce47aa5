import { type Database, lockUntilCommit } from "~/platform/database.server";

/** Lets the transactions that are about one draft in one by one. Take it before the lock of any day. */
export async function lockDraft(tx: Database, draftId: string | null): Promise<void> {
  if (draftId) await lockUntilCommit(tx, `draft:${draftId}`);
}
