import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { invitations, user_roles, users } from "~/db/schema/accounts";
import { bookings } from "~/db/schema/bookings";
import { job_applications } from "~/db/schema/careers";
import { crews } from "~/db/schema/crews";
import { area_requests, customer_contacts } from "~/db/schema/customers";
import { gift_cards } from "~/db/schema/gift-cards";
import { import_links, import_runs } from "~/db/schema/imports";
import { mails } from "~/db/schema/mail";
import { contact_messages } from "~/db/schema/messages";
import { newsletter_subscribers } from "~/db/schema/newsletter";
import { crew_members } from "~/db/schema/office";
import { plans } from "~/db/schema/plans";
import { admin_settings } from "~/db/schema/settings";
import type { Database } from "~/platform/database/database.server";

/** What the list of emails says of one that is held. */
export const HELD =
  "Not sent: this customer was imported, and emails to the imported customers are off. Switch them on at the import.";

/** The same of an email that is held because the whole site is another one's copy. */
export const HELD_ALL =
  "Not sent: emails are off since this site took an export back. Switch them on under Settings, Moving out.";

/** The occasions of emails that somebody asked for a moment ago, in order to sign in. */
const OF_SIGN_IN = [
  ...["verification", "password-reset", "account-exists", "new-sign-in", "password-changed", "two-factor"],
  ...["passkey", "invitation"],
];

/** Where the address of somebody stands who is more than an imported customer. */
const ADDRESSES: AnyPgColumn[] = [
  users.email,
  invitations.email,
  crews.email,
  crew_members.email,
  contact_messages.email,
  newsletter_subscribers.email,
  job_applications.email,
  area_requests.email,
];

/** Whether an address bought or got a gift card here, and not with the program before. */
const gaveOrGot = (email: string) =>
  [gift_cards.buyer_email, gift_cards.recipient_email].map(
    (column) => sql`exists (select from ${gift_cards} where lower(${column}) = ${email}
      and ${gift_cards.provider} <> 'imported')`,
  );

/** Whether visitors booked with an address by themselves. The office's drafts have a name of their own (booking/office). */
const bookedWith = (email: string) =>
  [bookings, plans].map(
    (table) => sql`exists (select from ${table} where lower(${table.customer_email}) = ${email}
      and ${table.customer_id} is not null and ${table.draft_id} not like 'office:%')`,
  );

/** Whether the company itself has an address: what happens on the site is told there. */
const isCompany = (email: string) => sql`exists (select from ${admin_settings}
  where category = 'general' and key = 'contact_email' and lower(value) = ${email})`;

/** Whether all emails are held (decision 085), but those to staff and the company, and those of sign-in. */
async function isAllHeld(tx: Database, email: string, mail_id: string): Promise<boolean> {
  const newest = sql`(select ${user_roles.role} from ${user_roles} where ${user_roles.user_id} = ${users.id}
    order by ${user_roles.created_at} desc, ${user_roles.id} desc limit 1)`;
  const { rows } = await tx.execute(sql`
    select from ${admin_settings}
    where category = 'site' and key = 'emails' and value = 'held' and not ${isCompany(email)}
      and not exists (select from ${users} where lower(${users.email}) = ${email} and ${newest} <> 'user')
      and not exists (select from ${mails} where ${mails.id} = ${mail_id}
        and split_part(${mails.occasion}, ':', 1) in ${OF_SIGN_IN})`);
  return rows.length > 0;
}

/**
 * Why no email goes to an address. Emails are off altogether, or it is only that of customers whom an import has added, and the owner hasn't let emails go out to
 * them. Somebody with an account, who has written to us or booked, who works here or got a gift card, is answered; so is the company.
 */
export async function whyHeld(tx: Database, address: string, mail_id: string): Promise<string | null> {
  const email = address.toLowerCase();
  if (await isAllHeld(tx, email, mail_id)) return HELD_ALL;
  const held = sql`select from ${import_links} link join ${import_runs} run on run.id = link.run_id
    where link.customer_id = contact.customer_id and link.is_new and run.mails_open_at is null`;
  const known: SQL[] = [
    ...ADDRESSES.map((column) => sql`exists (select from ${column.table} where lower(${column}) = ${email})`),
    ...gaveOrGot(email),
    ...bookedWith(email),
    isCompany(email),
  ];
  const { rows } = await tx.execute(sql`
    select from ${customer_contacts} contact
    where contact.kind = 'email' and contact.value = ${email} and exists (${held})
      and not exists (select from ${customer_contacts} contact
        where contact.kind = 'email' and contact.value = ${email} and not exists (${held}))
      and not (${sql.join(known, sql` or `)})
    limit 1`);
  return rows.length > 0 ? HELD : null;
}
