import { isStatus, STATUS_LABELS } from "~/features/booking/office-list";
import { formatDate, timeInWords } from "~/lib/dates";
import { formatCents } from "~/lib/money";

type Details = Record<string, unknown>;

/** One line of the audit trail, as it is stored. */
export type Entry = { actor: string; action: string; entity: string; entity_id: string; details: Details };

/** What ids stand for, as far as it is still known. */
export type Names = {
  people: ReadonlyMap<string, string>;
  /** The day of a booking. */
  bookings: ReadonlyMap<string, string>;
  crews: ReadonlyMap<string, string>;
  services: ReadonlyMap<string, string>;
  /** In which an order, or the order of a booking, was paid. */
  currencies: ReadonlyMap<string, string>;
  /** The company's, where nothing else is known. */
  currency: string;
};

export type Sentence = { who: string; what: string };

/** Who did what: "Adele Frost", "moved the booking of Jun 10, 2026 to Jun 11, 2026, 10:00 AM". */
export function sentenceOf(entry: Entry, names: Names): Sentence {
  const phrase = PHRASES[entry.action];
  const then = namesOf(entry, names);
  const what = phrase ? phrase(entry.details, thingOf(entry, names), then) : plainly(entry, names);
  return { who: whoOf(actorOf(entry), names), what };
}

/** With the currency of the line's day: as it says itself, else as its order has it. */
export function namesOf({ entity_id, details }: Pick<Entry, "entity_id" | "details">, names: Names): Names {
  const own = typeof details.currency === "string" ? details.currency : names.currencies.get(entity_id);
  return { ...names, currency: own ?? names.currency };
}

/** Who signs in or up is a guest until it is done. */
function actorOf({ actor, action, entity_id }: Entry): string {
  return actor === "guest" && action.startsWith("user.") ? `user:${entity_id}` : actor;
}

/** Whom an audit row names: "admin:ID", "user:ID", "guest", "link" or "system". */
function whoOf(actor: string, { people }: Pick<Names, "people">): string {
  const [kind, id = ""] = actor.split(":");
  if (kind === "admin") return people.get(id) ?? "A former administrator";
  if (kind === "user") return people.get(id) ?? "A former customer";
  return kind === "system" ? "The system" : "A guest";
}

/** Where the thing can be looked at; null when there is no such page. */
export function pathOf({
  entity,
  entity_id,
  action,
}: Pick<Entry, "entity" | "entity_id" | "action">): string | null {
  switch (entity) {
    case "booking":
      return `/admin/bookings/${entity_id}`;
    case "order":
      return `/admin/orders/${entity_id}`;
    case "plan":
      return `/admin/plans/${entity_id}`;
    case "user":
      return action.startsWith("user.role_") ? `/admin/users/${entity_id}` : `/admin/customers/${entity_id}`;
    case "crew":
      return `/admin/crews/${entity_id}`;
    case "service":
      return action === "service.deleted" ? "/admin/services" : `/admin/services/${entity_id}`;
    case "settings":
      return `/admin/settings?tab=${entity_id}`;
    case "closure":
      return "/admin/schedule";
    case "contact_message":
      return entity_id === "read" ? "/admin/messages" : `/admin/messages/${entity_id}`;
    case "job_application":
      return `/admin/applications/${entity_id}`;
    case "review":
      return /removed|deleted/.test(action) ? null : `/admin/reviews/${entity_id}`;
    case "newsletter_subscriber":
      return "/admin/newsletter";
    case "mail":
      return `/admin/mail/${entity_id}`;
    case "work":
      return "/admin/mail";
    case "storm_day":
      return `/admin/storm/${entity_id}`;
    case "webhook":
      return action === "webhook.deleted" ? "/admin/webhooks" : `/admin/webhooks/${entity_id}`;
    case "api_key":
      return `/admin/api-keys/${entity_id}`;
    case "backup":
    case "site":
      return "/admin/settings/advanced";
    default:
      return null;
  }
}

type Phrase = (details: Details, thing: string, names: Names) => string;

const PHRASES: Record<string, Phrase> = {
  "booking.held": (_, thing) => `began ${thing} and went to the checkout`,
  "booking.booked": (_, thing) => `took ${thing} by telephone`,
  "booking.confirmed": ({ amount }, thing, names) => `confirmed ${thing}: ${money(amount, names)} paid`,
  "booking.released": ({ reason }, thing) => `gave the slot of ${thing} back${because(reason)}`,
  "booking.flagged": ({ reason }, thing) => `asked the office to look at ${thing}${because(reason)}`,
  "booking.joined": (_, thing) => `joined ${thing} to an account`,
  "booking.status_changed": ({ before, after }, thing) =>
    `set ${thing} from ${statusOf(before)} to ${statusOf(after)}`,
  "booking.moved": ({ from, to, before, after }) =>
    `moved the booking of ${whenOf(from ?? before)} to ${whenOf(to ?? after)}`,
  "booking.assigned": ({ before, after }, thing, names) =>
    `gave ${thing} to ${crewOf(after, names)} (before: ${crewOf(before, names)})`,
  "booking.edited": ({ changed }, thing) => `changed ${listOf(changed)} of ${thing}`,
  "booking.noted": (_, thing) => `added a note to ${thing}`,
  "booking.settled": (_, thing) => `marked ${thing} as settled`,
  "booking.cancelled": ({ refund }, thing, names) =>
    `cancelled ${thing}, ${Number(refund) > 0 ? `${money(refund, names)} to be paid back` : "nothing to be paid back"}`,
  "booking.paid_when_cancelled": ({ refund }, thing, names) =>
    `saw a payment for ${thing}, which was cancelled: ${money(refund, names)} goes back`,
  "booking.refunded": ({ amount }, thing, names) => `paid ${money(amount, names)} of ${thing} back`,
  "booking.refund_failed": ({ amount, reason }, thing, names) =>
    `could not pay ${money(amount, names)} of ${thing} back${because(reason)}`,
  "booking.payment_processing": ({ amount }, thing, names) =>
    `waits for the bank to confirm ${money(amount, names)} for ${thing}`,
  "booking.refunded_elsewhere": ({ amount }, thing, names) =>
    `took in that ${money(amount, names)} of ${thing} went back at the payment provider`,
  "order.disputed": ({ amount }, thing, names) =>
    `was told that ${money(amount, names)} of ${thing} is disputed`,
  "order.dispute_won": ({ amount }, thing, names) =>
    `was told that the dispute of ${money(amount, names)} of ${thing} is won`,
  "order.dispute_lost": ({ amount }, thing, names) =>
    `was told that the dispute of ${money(amount, names)} of ${thing} is lost`,
  "order.paid": ({ amount, method }, thing, names) =>
    `recorded the payment of ${money(amount, names)} for ${thing} (${method})`,
  "order.refund_started": ({ amount }, thing, names) =>
    `started a refund of ${money(amount, names)} of ${thing}`,
  "order.refund_retried": ({ amount }, thing, names) =>
    `tried the refund of ${money(amount, names)} of ${thing} again`,
  "order.refunded_by_hand": ({ amount }, thing, names) =>
    `gave ${money(amount, names)} of ${thing} back by hand`,
  "plan.held": () => "began a plan and went to the checkout",
  "plan.released": ({ reason }) => `gave the visits of a plan back${because(reason)}`,
  "plan.started": ({ amount, asked }, _, names) =>
    asked === undefined
      ? "started a plan"
      : `started a plan that was paid with ${money(amount, names)} instead of ${money(asked, names)}`,
  "plan.joined": () => "joined a plan to an account",
  "plan.charged": ({ amount }, _, names) =>
    amount === undefined ? "was charged for a plan" : `was charged ${money(amount, names)} for a plan`,
  "plan.charge_failed": () => "could not charge a plan",
  "plan.charge_paid": () => "saw the open charge of a plan paid",
  "plan.paused": ({ after }) => `paused a plan${spanOf(after)}`,
  "plan.month_skipped": ({ after }) => `skipped a month of a plan${spanOf(after)}`,
  "plan.resumed": () => "resumed a plan",
  "plan.ending": ({ after }) => `ended a plan${dayOf(" on ", Object(after).ends_on)}`,
  "plan.ended": ({ why }) => `ended a plan${PLAN_ENDS[String(why)] ?? ""}`,
  "plan.flagged": ({ reason }) => `asked the office to look at a plan${because(reason)}`,
  "plan.attention_cleared": () => "marked what a plan called for as settled",
  "service.added": (_, thing) => `added the service ${thing}`,
  "service.updated": ({ after }, thing) => `changed ${listOf(Object.keys(Object(after)))} of ${thing}`,
  "service.ordered": ({ before, after }, thing) =>
    `moved ${thing} from place ${placeOf(before)} to ${placeOf(after)}`,
  "service.activated": (_, thing) => `put ${thing} on the site`,
  "service.deactivated": (_, thing) => `took ${thing} off the site`,
  "service.deleted": (_, thing) => `deleted the service ${thing}`,
  "service.restored": (_, thing) => `restored the service ${thing}`,
  "crew.added": (_, thing) => `added ${thing}`,
  "crew.updated": (_, thing) => `changed ${thing}`,
  "crew.ordered": ({ before, after }, thing) =>
    `moved ${thing} from place ${placeOf(before)} to ${placeOf(after)}`,
  "crew.activated": (_, thing) => `put ${thing} back to work`,
  "crew.deactivated": (_, thing) => `took ${thing} out of work`,
  "crew.hours_set": (_, thing) => `set the working hours of ${thing}`,
  "crew.member_added": (_, thing) => `added a member to ${thing}`,
  "crew.member_updated": (_, thing) => `changed a member of ${thing}`,
  "crew.member_removed": (_, thing) => `removed a member of ${thing}`,
  "crew.time_off_added": ({ after }, thing) => `gave ${thing} time off${fromTo(after)}`,
  "crew.time_off_removed": ({ before }, thing) => `took time off${fromTo(before)} from ${thing} back`,
  "crew.calendar_created": (_, thing) => `made a calendar address for ${thing}`,
  "crew.calendar_replaced": (_, thing) => `replaced the calendar address of ${thing}`,
  "crew.calendar_removed": (_, thing) => `removed the calendar address of ${thing}`,
  "schedule.calendar_created": () => "made a calendar address for the office",
  "schedule.calendar_replaced": () => "replaced the calendar address of the office",
  "schedule.calendar_removed": () => "removed the calendar address of the office",
  "schedule.closed": ({ after }) => `closed ${whenOf(after)}`,
  "schedule.opened": ({ before }) => `opened ${whenOf(before)} again`,
  "storm.called": ({ date, asked }) =>
    `set a storm day on ${whenOf({ date })} and asked ${Number(asked) === 1 ? "1 customer" : `${Number(asked)} customers`}`,
  "storm.opened": ({ date }) => `called the storm of ${whenOf({ date })} off`,
  "storm.offered": ({ after }, thing) =>
    after ? `proposed ${whenOf(after)} for ${thing}` : `asked for a new time for ${thing}`,
  "storm.offer_accepted": (_, thing) => `took the time that was proposed for ${thing}`,
  "storm.offer_moved": (_, thing) => `chose another time for ${thing} because of a storm`,
  "storm.offer_skipped": (_, thing) => `skipped ${thing} because of a storm`,
  "storm.offer_settled": (_, thing) => `settled the question of a storm day about ${thing}`,
  "storm.offer_sent_again": (_, thing) => `asked again about ${thing}, which a storm is in the way of`,
  "settings.updated": ({ after, before }, thing) =>
    `changed ${listOf(Object.keys({ ...Object(before), ...Object(after) }))} in the ${thing}`,
  "settings.test_mail": ({ sent }) =>
    sent === false ? "sent a test mail, which was refused" : "sent a test mail",
  "settings.test_stripe": ({ known }) =>
    known === false ? "tested the Stripe keys, which were refused" : "tested the Stripe keys",
  "backup.started": () => "asked for a backup",
  "backup.made": () => "made a backup",
  "backup.failed": () => "could not make a backup",
  "backup.verified": () => "restored a backup for a try and found it right",
  "backup.corrupt": ({ reason }) => `tried a backup out and found it damaged${because(reason)}`,
  "backup.check_started": () => "asked to try a backup out",
  "backup.uploaded": () => "uploaded a backup",
  "backup.restore_started": () => "asked to restore the site from a backup",
  "backup.not_restored": ({ reason }) => `could not restore the site from a backup${because(reason)}`,
  "backup.downloaded": () => "downloaded a backup",
  "backup.deleted": () => "deleted a backup",
  "backup.pruned": () => "removed a backup of long ago",
  "site.restored": ({ made_at }) => `restored the site from a backup${momentOf(made_at)}`,
  "site.reset": () => "reset all data, after a backup",
  "site.cache_cleared": () => "cleared the cache",
  "site.logs_downloaded": () => "downloaded the logs",
  "customer.note_added": (_, thing) => `added a note about ${thing}`,
  "customer.note_removed": (_, thing) => `removed a note about ${thing}`,
  "message.sent": () => "sent a message",
  "message.replied": () => "replied to a message",
  "message.read": () => "marked a message as read",
  "message.unread": () => "marked a message as unread",
  "message.archived": () => "archived a message",
  "message.restored": () => "took a message out of the archive",
  "message.archived_read": ({ messages }) => `archived ${countOf(messages, "message")} that had been read`,
  "message.restored_read": ({ messages }) => `took ${countOf(messages, "message")} out of the archive`,
  "canned_reply.added": ({ after }) => `added the canned reply ${titleOf(after)}`,
  "canned_reply.updated": ({ after }) => `changed the canned reply ${titleOf(after)}`,
  "canned_reply.removed": ({ before }) => `deleted the canned reply ${titleOf(before)}`,
  "application.sent": () => "applied for a job",
  "application.status_changed": ({ before, after }) =>
    `moved a job application from ${stageOf(before)} to ${stageOf(after)}`,
  "application.rejected": ({ mail }) =>
    mail ? "rejected a job application, with a mail" : "rejected a job application",
  "application.contacted": () => "wrote to an applicant",
  "application.interview_scheduled": ({ after }) => `invited an applicant to an interview${stamped(after)}`,
  "application.interview_moved": ({ after }) => `changed an interview${stamped(after)}`,
  "application.interview_cancelled": () => "called an interview off",
  "application.note_added": () => "added a note about an applicant",
  "application.note_removed": () => "removed a note about an applicant",
  "profile.updated": () => "changed their profile",
  "property.added": () => "added an address",
  "property.updated": () => "changed an address",
  "property.removed": () => "removed an address",
  "property.made_default": () => "chose the address that is offered first",
  "review.submitted": ({ rating }) =>
    `wrote a review with ${Number(rating) === 1 ? "1 star" : `${rating} stars`}`,
  "review.deleted": () => "deleted a review",
  "review.published": () => "put a review on the home page",
  "review.unpublished": () => "took a review off the home page",
  "review.removed": ({ reason }) => `deleted a customer's review${because(DELETED[String(reason)])}`,
  "newsletter.requested": () => "asked for the newsletter",
  "newsletter.confirmed": () => "confirmed the newsletter",
  "newsletter.unsubscribed": () => "left the newsletter",
  "newsletter.removed": () => "took an address off the newsletter",
  "newsletter.restored": () => "put an address back on the newsletter",
  "newsletter.forgotten": () => "deleted an address of the newsletter",
  "mail.sent_again": ({ before }) =>
    `sent a mail again${Object(before).status === "failed" ? " that had failed" : ""}`,
  "webhook.added": ({ after }) => `added a webhook${toHost(after)}`,
  "webhook.updated": ({ after }) => `changed the webhook${toHost(after)}`,
  "webhook.paused": ({ reason }) => `paused a webhook${because(reason)}`,
  "webhook.resumed": () => "put a webhook back to work",
  "webhook.secret_renewed": () => "made a new secret for a webhook",
  "webhook.tested": () => "sent a test event to a webhook",
  "webhook.sent_again": () => "sent an event again to a webhook",
  "webhook.deleted": ({ before }) => `deleted the webhook${toHost(before)}`,
  "api_key.added": ({ after }) => `made an API key for ${nameIn(after)}`,
  "api_key.renamed": ({ before, after }) => `renamed the API key of ${nameIn(before)} to ${nameIn(after)}`,
  "api_key.renewed": () => "replaced an API key by a new one",
  "api_key.revoked": ({ before }) => `revoked the API key of ${nameIn(before)}`,
  "work.tried_again": () => "had failed background work tried again",
  "mail.address_lifted": () => "lets mail go to an address again that had bounced",
  "user.erased": () => "deleted an account",
  "user.signed_in": () => "signed in",
  "user.signed_up": () => "signed up",
  "user.mails_chosen": () => "chose which mails they get",
  "user.verified": () => "confirmed their email address",
  "user.password_changed": () => "changed their password",
  "user.password_reset": () => "reset their password",
  "user.other_sessions_ended": () => "signed out everywhere else",
  "user.sessions_ended": ({ ended }, thing) =>
    `ended ${Number(ended) === 1 ? "1 session" : `${ended} sessions`} of ${thing}`,
  "user.role_granted": (_, thing) => `made ${thing} an administrator`,
  "user.role_revoked": (_, thing) => `took the office from ${thing}`,
  "user.two_factor_enabled": () => "turned two-factor authentication on",
  "user.two_factor_disabled": () => "turned two-factor authentication off",
  "user.recovery_codes_renewed": () => "renewed their recovery codes",
};

/** What has no phrase of its own: "message.reply_sent" is "reply sent (message)". */
function plainly(entry: Entry, names: Names): string {
  const [, verb = entry.action] = entry.action.split(".");
  const words = verb.replaceAll("_", " ");
  return words.includes(" ") ? `${words} (${thingOf(entry, names)})` : `${words} ${thingOf(entry, names)}`;
}

function thingOf({ actor, action, entity, entity_id, details }: Entry, names: Names): string {
  switch (entity) {
    case "booking": {
      const day = names.bookings.get(entity_id) ?? details.date;
      return typeof day === "string" ? `the booking of ${formatDate(day)}` : "a booking";
    }
    case "order":
      return `order ${entity_id.slice(0, 8)}`;
    case "crew":
      return names.crews.get(entity_id) ?? "a crew";
    case "service": {
      const { title } = Object(details.before ?? details.after);
      return names.services.get(entity_id) ?? (typeof title === "string" ? title : entity_id);
    }
    case "settings":
      return `settings (${entity_id})`;
    case "user":
      if (actor.endsWith(`:${entity_id}`) && !action.startsWith("user.role_")) return "their account";
      return names.people.get(entity_id) ?? "a former customer";
    default:
      return `${/^[aeiou]/.test(entity) ? "an" : "a"} ${entity.replaceAll("_", " ")}`;
  }
}

function money(amount: unknown, { currency }: Names): string {
  return formatCents(Number(amount) || 0, currency);
}

function nameIn(state: unknown): string {
  const { name } = Object(state);
  return typeof name === "string" ? name : "a partner";
}

function toHost(state: unknown): string {
  const { host } = Object(state);
  return typeof host === "string" ? ` to ${host}` : "";
}

function because(reason: unknown): string {
  return typeof reason === "string" && reason !== "" ? `: ${reason}` : "";
}

/** Why staff deleted a review, as the audit trail names it. */
const DELETED: Record<string, string> = {
  asked: "the customer asked for it",
  personal: "it told private things of somebody",
  abusive: "it insulted somebody",
  spam: "it was advertising",
  mistaken: "it was about another company or visit",
};

/** Why a plan ended, as the audit trail names it. */
const PLAN_ENDS: Record<string, string> = {
  "as asked": ", as its customer asked",
  "given back": ", and gave back what was paid for it",
  unpaid: ": it was not paid",
  "ended at the provider": ": the provider had ended it",
};

function spanOf(value: unknown): string {
  const { paused_from, resumes_on } = Object(value);
  return dayOf(" from ", paused_from) + dayOf(" until ", resumes_on);
}

function dayOf(word: string, value: unknown): string {
  return typeof value === "string" ? word + formatDate(value) : "";
}

function momentOf(value: unknown): string {
  return typeof value === "string" ? ` of ${formatDate(value.slice(0, 10))}` : "";
}

function statusOf(value: unknown): string {
  const status = String(Object(value).status ?? "");
  return isStatus(status) ? STATUS_LABELS[status] : status;
}

function countOf(value: unknown, noun: string): string {
  return Number(value) === 1 ? `1 ${noun}` : `${Number(value).toLocaleString("en-US")} ${noun}s`;
}

function titleOf(value: unknown): string {
  return `“${String(Object(value).title ?? "")}”`;
}

function stageOf(value: unknown): string {
  return String(Object(value).status ?? "?");
}

function stamped(value: unknown): string {
  const { date, time } = Object(value);
  return typeof date === "string" ? ` on ${whenOf({ date, time })}` : "";
}

function whenOf(value: unknown): string {
  const { date, time } = Object(value);
  if (typeof date !== "string") return "another time";
  if (typeof time !== "string") return formatDate(date);
  return `${formatDate(date)}, ${/^\d{2}:/.test(time) ? timeInWords(time) : time}`;
}

function crewOf(value: unknown, { crews }: Names): string {
  return crews.get(String(Object(value).crew_id ?? "")) ?? "no crew";
}

function placeOf(value: unknown): string {
  return String(Object(value).place ?? "?");
}

function fromTo(value: unknown): string {
  const { first_day, last_day } = Object(value);
  if (typeof first_day !== "string") return "";
  return first_day === last_day || typeof last_day !== "string"
    ? ` on ${formatDate(first_day)}`
    : ` from ${formatDate(first_day)} to ${formatDate(last_day)}`;
}

function listOf(fields: unknown): string {
  const words = Array.isArray(fields) ? fields.map((field) => fieldInWords(String(field))) : [];
  return words.length > 0 ? new Intl.ListFormat("en-US").format(words) : "details";
}

const FIELDS: Record<string, string> = {
  customer_name: "name",
  customer_email: "email",
  customer_phone: "phone",
  address_line1: "street",
  address_line2: "apartment",
  zip_code: "ZIP code",
  price_per_hour: "price",
  is_active: "active",
  is_popular: "popular",
  crew_id: "crew",
  visit_minutes: "length of a visit",
  plan_frequencies: "how often it may come",
  image: "picture",
};

/** A column as staff would call it: "visit_minutes" is "length of a visit". */
export function fieldInWords(field: string): string {
  return FIELDS[field] ?? field.replaceAll("_", " ");
}
