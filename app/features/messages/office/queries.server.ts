import { and, asc, desc, eq, isNull, or, sql } from "drizzle-orm";
import { users } from "~/db/schema/accounts";
import { bookings } from "~/db/schema/bookings";
import { services } from "~/db/schema/catalog";
import { profiles } from "~/db/schema/customers";
import { mails } from "~/db/schema/mail";
import { contact_messages } from "~/db/schema/messages";
import { canned_replies, message_replies } from "~/db/schema/office";
import { STATUS_LABELS, UNKNOWN } from "~/features/booking/office/list/list";
import { readCompany } from "~/features/operations/settings/queries.server";
import { formatDate, formatMoment, formatTime } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import type { StaffCtx } from "~/platform/context.server";
import type { CannedReply, OfficeMessage, Reply } from "./message";

const MAX_BOOKINGS = 5;

/** One message. Null if there is none with this id. */
export async function readOfficeMessage(ctx: StaffCtx, id: string): Promise<OfficeMessage | null> {
  if (!isUuid(id)) return null;
  const [message] = await ctx.db.select().from(contact_messages).where(eq(contact_messages.id, id));
  if (!message) return null;
  const { timezone } = await readCompany(ctx);
  const [replies, sender, canned] = await Promise.all([
    readReplies(ctx, id, timezone),
    readSender(ctx, message),
    readCannedReplies(ctx),
  ]);
  const { name, email, phone, status } = message;
  return {
    id,
    name,
    email,
    phone,
    message: message.message,
    status,
    unread: status === "new" && message.read_at === null,
    at: formatMoment(message.created_at, timezone),
    replies,
    ...sender,
    canned,
  };
}

export function readCannedReplies({ db }: Pick<StaffCtx, "db">): Promise<CannedReply[]> {
  return db
    .select({ id: canned_replies.id, title: canned_replies.title, body: canned_replies.body })
    .from(canned_replies)
    .orderBy(asc(sql`lower(${canned_replies.title})`), asc(canned_replies.id));
}

const EMAIL_STATES = { queued: "on its way", sent: "sent", kept: "kept", failed: "failed" } as const;

async function readReplies({ db }: StaffCtx, id: string, zone: string): Promise<Reply[]> {
  const found = await db
    .select({
      id: message_replies.id,
      body: message_replies.body,
      author: users.name,
      created_at: message_replies.created_at,
      mail: mails.status,
    })
    .from(message_replies)
    .leftJoin(users, eq(users.id, message_replies.author_id))
    .leftJoin(mails, eq(mails.occasion, sql`'message-reply:' || ${message_replies.id}::text`))
    .where(eq(message_replies.message_id, id))
    .orderBy(asc(message_replies.created_at), asc(message_replies.id));
  return found.map(({ created_at, author, mail, ...reply }) => ({
    ...reply,
    author: author ?? "The office",
    at: formatMoment(created_at, zone),
    email: mail && EMAIL_STATES[mail],
  }));
}

/** Customer data for the sender's address. The address is unverified. */
async function readSender(
  { db }: StaffCtx,
  { email, customer_id }: { email: string; customer_id: string | null },
): Promise<Pick<OfficeMessage, "customer_id" | "bookings">> {
  const address = email.toLowerCase();
  const [account] = await db
    .select({ id: profiles.id })
    .from(users)
    .innerJoin(profiles, eq(profiles.id, users.id))
    .where(eq(users.email, address));
  const byGuest = and(isNull(bookings.user_id), eq(sql`lower(${bookings.customer_email})`, address));
  const found = await db
    .select({
      id: bookings.id,
      service: services.title,
      date: bookings.scheduled_date,
      time: bookings.scheduled_time,
      status: bookings.status,
    })
    .from(bookings)
    .leftJoin(services, eq(services.id, bookings.service_id))
    .where(account ? or(eq(bookings.user_id, account.id), byGuest) : byGuest)
    .orderBy(desc(bookings.starts_at), desc(bookings.id))
    .limit(MAX_BOOKINGS);
  return {
    customer_id: customer_id ?? account?.id ?? null,
    bookings: found.map(({ id, service, date, time, status }) => ({
      id,
      service: service ?? UNKNOWN.service,
      when: `${formatDate(date)}, ${formatTime(time)}`,
      status: STATUS_LABELS[status],
    })),
  };
}
