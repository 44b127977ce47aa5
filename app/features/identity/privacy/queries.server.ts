// Rooms: personal data are also entry codes and homes (customers), claims (claims) and gift cards (payments).
import { and, asc, eq, getTableColumns, inArray, isNull, or, sql } from "drizzle-orm";
import { accounts, sessions, user_roles, users } from "~/db/schema/accounts";
import { audit_log, sign_ins } from "~/db/schema/audit";
import { bounced_addresses, calendar_addresses, known_devices, mail_choices } from "~/db/schema/background";
import { saved_articles } from "~/db/schema/blog";
import { services } from "~/db/schema/catalog";
import { profiles, properties } from "~/db/schema/customers";
import { mails } from "~/db/schema/mail";
import { staff_notes } from "~/db/schema/office";
import { plans } from "~/db/schema/plans";
import { reviews } from "~/db/schema/reviews";
import { readClaimsToExport } from "~/features/claims/erase.server";
import { readOwnCodes } from "~/features/customers/codes/queries.server";
import { readHomePhotosToExport } from "~/features/customers/photos/queries.server";
import { readOwnGiftCards } from "~/features/payments/gift-cards/forget.server";
import type { User, UserCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { readNewsletter, readReceived, readRecord } from "./correspondence.server";
import { readCreditTransfers, readOwnProviderCustomers, readPayments } from "./payments.server";
import { formatActor, withFile, withoutKeys } from "./rules";
import { readHomeChecklists, readVisitPhotos, readVisitReports, readVisits } from "./visits.server";

/** Everything stored about a customer at one moment, without passwords, tokens and other secrets. */
export type PersonalData = Awaited<ReturnType<typeof readPersonalData>>;

/** Whose data are read: an account, or a customer without one. An account and its customer have the same id. */
export type Subject = Pick<User, "id" | "email" | "email_verified" | "session_id">;

export async function readPersonalData({ db, actor }: Pick<UserCtx, "db"> & { actor: Subject }) {
  return db.transaction(
    async (tx) => {
      const profile = await readOwn(tx, actor);
      const homes = profile.properties.map(({ id }) => id);
      const visits = await readVisits(tx, actor);
      const ownPlans = await readPlans(tx, actor);
      const paid = await readPayments(
        tx,
        visits.map(({ id }) => id),
        ownPlans.map(({ id }) => id),
      );
      const credit_transfers = await readCreditTransfers(tx, actor.id);
      const at_payment_providers = await readOwnProviderCustomers(tx, actor.id);
      const gift_cards = actor.email_verified ? await readOwnGiftCards(tx, actor.email.toLowerCase()) : [];
      const received = await readReceived(tx, actor);
      const own = [
        visits,
        ownPlans,
        paid.orders,
        paid.refunds,
        profile.properties,
        profile.reviews,
        ...Object.values(received),
      ];
      const ids = own.flat().map(({ id }) => id);
      return {
        ...profile,
        ...(await readRecord(tx, actor.id)),
        ...(await readOwnCodes(tx, homes)),
        home_photos: (await readHomePhotosToExport(tx, homes)).map(withFile),
        home_checklists: await readHomeChecklists(tx, homes),
        bookings: visits,
        visit_reports: await readVisitReports(tx, visits),
        visit_photos: (await readVisitPhotos(tx, visits)).map(withFile),
        claims: await readClaimsToExport(
          tx,
          visits.map(({ id }) => id),
        ),
        plans: ownPlans,
        ...paid,
        credit_transfers,
        at_payment_providers,
        gift_cards,
        staff_notes: await readStaffNotes(tx, actor, visits),
        ...received,
        newsletter: await readNewsletter(tx, actor),
        bounced_address: await readBounced(tx, actor),
        mails: await readMails(tx, actor, visits),
        activity: await readActivity(tx, actor, [actor.id, ...ids]),
      };
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}

async function readOwn(tx: Database, { id, session_id }: Subject) {
  const [account] = await tx
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      email_verified: users.emailVerified,
      picture: users.image,
      two_factor_enabled: users.twoFactorEnabled,
      created_at: users.createdAt,
      updated_at: users.updatedAt,
    })
    .from(users)
    .where(eq(users.id, id));
  const [profile] = await tx.select().from(profiles).where(eq(profiles.id, id));
  const methods = await tx
    .select({ provider: accounts.providerId, scope: accounts.scope, created_at: accounts.createdAt })
    .from(accounts)
    .where(eq(accounts.userId, id))
    .orderBy(asc(accounts.createdAt));
  const signedIn = await tx
    .select({
      id: sessions.id,
      created_at: sessions.createdAt,
      updated_at: sessions.updatedAt,
      expires_at: sessions.expiresAt,
      ip_address: sessions.ipAddress,
      browser: sessions.userAgent,
    })
    .from(sessions)
    .where(eq(sessions.userId, id))
    .orderBy(asc(sessions.createdAt));
  const [choices] = await tx
    .select({
      reminders: mail_choices.reminders,
      reviews: mail_choices.reviews,
      reveals: mail_choices.reveals,
      updated_at: mail_choices.updated_at,
    })
    .from(mail_choices)
    .where(eq(mail_choices.user_id, id));
  const { id: _row, user_id: _whose, ...signIn } = getTableColumns(sign_ins);
  return {
    account,
    profile,
    mail_choices: choices ?? null,
    known_devices: await tx
      .select({ created_at: known_devices.created_at, seen_at: known_devices.seen_at })
      .from(known_devices)
      .where(eq(known_devices.user_id, id))
      .orderBy(asc(known_devices.created_at), asc(known_devices.id)),
    sign_ins: await tx
      .select(signIn)
      .from(sign_ins)
      .where(eq(sign_ins.user_id, id))
      .orderBy(asc(sign_ins.at), asc(sign_ins.id)),
    sign_in_methods: methods,
    roles: await tx
      .select({ role: user_roles.role, created_at: user_roles.created_at })
      .from(user_roles)
      .where(eq(user_roles.user_id, id))
      .orderBy(asc(user_roles.created_at), asc(user_roles.id)),
    sessions: signedIn.map(({ id: session, ...rest }) => ({ ...rest, current: session === session_id })),
    properties: await tx
      .select()
      .from(properties)
      .where(or(eq(properties.user_id, id), eq(properties.customer_id, id)))
      .orderBy(asc(properties.created_at), asc(properties.id)),
    reviews: await tx
      .select()
      .from(reviews)
      .where(or(eq(reviews.user_id, id), eq(reviews.customer_id, id)))
      .orderBy(asc(reviews.created_at), asc(reviews.id)),
    calendar_addresses: await tx
      .select({
        shows: calendar_addresses.shows,
        created_at: calendar_addresses.created_at,
        last_read_at: calendar_addresses.last_read_at,
      })
      .from(calendar_addresses)
      .where(eq(calendar_addresses.user_id, id))
      .orderBy(asc(calendar_addresses.created_at), asc(calendar_addresses.id)),
    saved_articles: await tx
      .select({ article_id: saved_articles.article_id, created_at: saved_articles.created_at })
      .from(saved_articles)
      .where(eq(saved_articles.user_id, id))
      .orderBy(asc(saved_articles.created_at), asc(saved_articles.article_id)),
  };
}

/** Plans, including guest plans that will join the account at the next sign-in. Without the payment method. */
function readPlans(tx: Database, { id, email, email_verified }: Subject) {
  const {
    draft_id,
    request_hash,
    crew_id,
    subscription_id,
    untold_since,
    told_at,
    asked_at,
    failure_told,
    invoice_url,
    ...visible
  } = getTableColumns(plans);
  const own = or(eq(plans.user_id, id), eq(plans.customer_id, id));
  const joining = and(isNull(plans.user_id), eq(sql`lower(${plans.customer_email})`, email.toLowerCase()));
  return tx
    .select({ ...visible, service: services.title })
    .from(plans)
    .innerJoin(services, eq(services.id, plans.service_id))
    .where(email_verified ? or(own, joining) : own)
    .orderBy(asc(plans.created_at), asc(plans.id));
}

/** Staff notes about the customer and their visits, without the author. */
function readStaffNotes(tx: Database, { id }: Subject, visits: { id: string }[]) {
  const visitIds = visits.map((visit) => visit.id);
  return tx
    .select({
      booking_id: staff_notes.booking_id,
      body: staff_notes.body,
      created_at: staff_notes.created_at,
    })
    .from(staff_notes)
    .where(
      or(
        eq(staff_notes.user_id, id),
        eq(staff_notes.customer_id, id),
        inArray(staff_notes.booking_id, visitIds),
      ),
    )
    .orderBy(asc(staff_notes.created_at), asc(staff_notes.id));
}

/** Bounce of the account's email, if verified. */
async function readBounced(tx: Database, { email, email_verified }: Subject) {
  if (!email_verified) return null;
  const [found] = await tx
    .select()
    .from(bounced_addresses)
    .where(eq(bounced_addresses.address, email.toLowerCase()));
  return found ?? null;
}

type Addressed = { id: string; customer_email: string | null };

/** Emails sent to the customer, without notices about them to the crew or the office. */
async function readMails(tx: Database, { id, email, email_verified }: Subject, visits: Addressed[]) {
  const addresses = new Set([email, ...visits.flatMap((visit) => visit.customer_email?.toLowerCase() ?? [])]);
  const visitIds = visits.map((visit) => visit.id);
  /** Emails without an account or booking, such as the newsletter's. */
  const toTheAddress = and(
    isNull(mails.user_id),
    isNull(mails.booking_id),
    eq(sql`lower(${mails.recipient})`, email.toLowerCase()),
  );
  const found = await tx
    .select({
      date: mails.created_at,
      to: mails.recipient,
      subject: mails.subject,
      text: mails.text,
      status: mails.status,
    })
    .from(mails)
    .where(
      and(
        inArray(sql`lower(${mails.recipient})`, [...addresses]),
        or(
          eq(mails.user_id, id),
          inArray(mails.booking_id, visitIds),
          email_verified ? toTheAddress : undefined,
        ),
      ),
    )
    .orderBy(asc(mails.created_at), asc(mails.id));
  return found.map((mail) => ({ ...mail, text: withoutKeys(mail.text) }));
}

async function readActivity(tx: Database, { id }: Subject, ids: string[]) {
  const { id: _number, customer_id: _customer, ...columns } = getTableColumns(audit_log);
  const found = await tx
    .select(columns)
    .from(audit_log)
    .where(or(inArray(audit_log.entity_id, ids), eq(audit_log.actor, `user:${id}`)))
    .orderBy(asc(audit_log.at), asc(audit_log.id));
  return found.map((entry) => ({ ...entry, actor: formatActor(entry.actor, id) }));
}
