import type { Pool } from "pg";
import { UUIDS } from "~/lib/ids";

/** Throws if an email says a UUID outside of an address. People are told numbers. */
export async function expectNoIdsInEmails(pool: Pool): Promise<void> {
  const { rows } = await pool.query("select occasion, subject, text from mails");
  for (const { occasion, subject, text } of rows) {
    const words = `${subject}\n${text}`.replace(/https?:\/\/\S+/g, "");
    if (words.match(UUIDS)) throw new Error(`The email ${occasion} shows an id. Give it a number:\n${words}`);
  }
}
