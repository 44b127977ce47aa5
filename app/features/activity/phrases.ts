import {
  because,
  countOf,
  crewOf,
  dayOf,
  filteredBy,
  fromTo,
  listOf,
  momentOf,
  money,
  nameIn,
  placeOf,
  spanOf,
  stageOf,
  stamped,
  statusOf,
  titleOf,
  toHost,
  whenOf,
} from "./details";
import type { Details, Names } from "./entry";

type Phrase = (details: Details, thing: string, names: Names) => string;

/** What is said of each action of the audit trail that has words of its own. */
export const PHRASES: Record<string, Phrase> = {
  "booking.held": (_, thing) => `began ${thing} and went to the checkout`,
  "booking.booked": (_, thing) => `took ${thing} by telephone`,
  "booking.confirmed": ({ amount, on_the_day }, thing, names) =>
    on_the_day
      ? `booked ${thing}, with ${money(amount, names)} to be paid on the day`
      : `confirmed ${thing}: ${money(amount, names)} paid`,
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
  "booking.kept_unpaid": (_, thing) => `kept ${thing} as unpaid`,
  "booking.settled": (_, thing) => `marked ${thing} as settled`,
  "booking.cancelled": ({ refund }, thing, names) =>
    `cancelled ${thing}, ${Number(refund) > 0 ? `${money(refund, names)} to be paid back` : "nothing to be paid back"}`,
  "booking.paid_when_cancelled": ({ refund }, thing, names) =>
    `saw a payment for ${thing}, which was cancelled: ${money(refund, names)} goes back`,
  "booking.paid_twice": ({ refund }, thing, names) =>
    `saw a second payment for ${thing}: ${money(refund, names)} goes back`,
  "booking.refunded": ({ amount }, thing, names) => `paid ${money(amount, names)} of ${thing} back`,
  "booking.refund_failed": ({ amount, reason }, thing, names) =>
    `could not pay ${money(amount, names)} of ${thing} back${because(reason)}`,
  "booking.payment_processing": ({ amount }, thing, names) =>
    `waits for the bank to confirm ${money(amount, names)} for ${thing}`,
  "booking.refunded_elsewhere": ({ amount }, thing, names) =>
    `took in that ${money(amount, names)} of ${thing} went back at the payment provider`,
  "order.disputed": ({ amount }, thing, names) =>
    `was told that ${money(amount, names)} of ${thing} is disputed`,
  "order.inquiry_opened": ({ amount }, thing, names) =>
    `was told that the bank asks about ${money(amount, names)} of ${thing}`,
  "order.inquiry_closed": ({ amount }, thing, names) =>
    `was told that the bank asks no more about ${money(amount, names)} of ${thing}`,
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
  "plan.paid_twice": ({ refund }, _, names) =>
    `saw a second payment for one plan: ${money(refund, names)} goes back`,
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
  "user.erased": ({ restored }) =>
    restored ? "erased an account again that a restore brought back" : "deleted an account",
  "list.exported": ({ rows, filters }, thing) =>
    `exported ${countOf(rows, "row")} of ${thing}${filteredBy(filters)}`,
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
