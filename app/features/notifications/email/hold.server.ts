import { sql } from "drizzle-orm";
import { users } from "~/db/schema/accounts";
import { job_applications } from "~/db/schema/careers";
import { customer_contacts } from "~/db/schema/customers";
import { import_links, import_runs } from "~/db/schema/imports";
import { contact_messages } from "~/db/schema/messages";
import { newsletter_subscribers } from "~/db/schema/newsletter";
import type { Database } from "~/platform/database/database.server";

const HELD =
  "Not sent: this customer was imported, and emails to the imported customers are off. Switch them on at the import.";

/**
 * Why no email goes to an address: it is only that of customers whom an import has added, and the owner hasn't let emails go out to
 * them. Somebody with an account, or who has written to us, is answered.
 */
export async function whyHeld(tx: Database, address: string): Promise<string | null> {
  const email = address.toLowerCase();
  const held = sql`select from ${import_links} link join ${import_runs} run on run.id = link.run_id
    where link.customer_id = contact.customer_id and link.is_new and run.mails_open_at is null`;
  const { rows } = await tx.execute(sql`
    select from ${customer_contacts} contact
    where contact.kind = 'email' and contact.value = ${email} and exists (${held})
      and not exists (select from ${customer_contacts} contact
        where contact.kind = 'email' and contact.value = ${email} and not exists (${held}))
      and not exists (select from ${users} where ${users.email} = ${email})
      and not exists (select from ${contact_messages} where lower(${contact_messages.email}) = ${email})
      and not exists (select from ${newsletter_subscribers} where lower(${newsletter_subscribers.email}) = ${email})
      and not exists (select from ${job_applications} where lower(${job_applications.email}) = ${email})
    limit 1`);
  return rows.length > 0 ? HELD : null;
}
