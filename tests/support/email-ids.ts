import type { Pool } from "pg";

const UUID = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";

/** Throws if an email says a UUID outside of an address. People are told numbers. */
export async function expectNoIdsInEmails(pool: Pool): Promise<void> {
  const { rows } = await pool.query(
    `select occasion, words from mails, regexp_replace(subject || E'\\n' || text, 'https?://\\S+', '', 'g') as words
     where words ~* $1`,
    [UUID],
  );
  const [found] = rows;
  if (found) throw new Error(`The email ${found.occasion} shows an id. Give it a number:\n${found.words}`);
}
