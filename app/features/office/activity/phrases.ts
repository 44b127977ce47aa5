import {
  because,
  countOf,
  crewOf,
  dayOf,
  filteredBy,
  fromTo,
  interviewTime,
  listOf,
  momentOf,
  money,
  nameIn,
  placeOf,
  roleIn,
  stageOf,
  statusOf,
  titleOf,
  toHost,
  whenOf,
} from "./details";
import { MONEY_PHRASES, type Phrase } from "./phrases-of-money";
import { PLAN_PHRASES } from "./phrases-of-plans";

/** Sentence for each audit action. Others get a generic one. */
export const PHRASES: Record<string, Phrase> = {
  "booking.held": (_, thing) => `started ${thing} and went to checkout`,
  "booking.booked": (_, thing) => `took ${thing} by phone`,
  "booking.confirmed": ({ amount, on_the_day }, thing, names) =>
    on_the_day
      ? `made ${thing}, with ${money(amount, names)} due on the day`
      : `confirmed ${thing}: ${money(amount, names)} paid`,
  "booking.released": ({ reason }, thing) => `released the slot of ${thing}${because(reason)}`,
  "booking.flagged": ({ reason }, thing) => `flagged ${thing} for attention${because(reason)}`,
  "booking.joined": (_, thing) => `added ${thing} to an account`,
  "booking.status_changed": ({ before, after }, thing) =>
    `changed ${thing} from ${statusOf(before)} to ${statusOf(after)}`,
  "booking.moved": ({ from, to, before, after }) =>
    `rescheduled a visit from ${whenOf(from ?? before)} to ${whenOf(to ?? after)}`,
  "booking.assigned": ({ before, after }, thing, names) =>
    `reassigned ${thing} from ${crewOf(before, names)} to ${crewOf(after, names)}`,
  "booking.edited": ({ changed }, thing) => `changed the ${listOf(changed)} of ${thing}`,
  "booking.noted": (_, thing) => `added a note to ${thing}`,
  "booking.kept_unpaid": (_, thing) => `kept ${thing} as unpaid`,
  "booking.kept_outside": (_, thing) => `kept ${thing} outside the hours`,
  "booking.reported": (_, thing) => `reported from ${thing}`,
  "booking.link_ended": (_, thing) => `ended the guest link of ${thing}`,
  "booking.settled": (_, thing) => `marked ${thing} as resolved`,
  "booking.no_show": ({ fee, refund }, thing, names) =>
    `closed ${thing} as a no-show, with ${Number(fee) > 0 ? `a fee of ${money(fee, names)} due` : `${money(refund, names)} to refund`}`,
  "booking.cancelled": ({ refund, fee }, thing, names) =>
    `cancelled ${thing}, ${Number(fee) > 0 ? `with a fee of ${money(fee, names)} due` : Number(refund) > 0 ? `with ${money(refund, names)} to refund` : "with nothing to refund"}`,
  "booking.paid_when_cancelled": ({ refund }, thing, names) =>
    `received a payment for ${thing} after it was cancelled; refunding ${money(refund, names)}`,
  "booking.paid_twice": ({ refund }, thing, names) =>
    `received a second payment for ${thing}; refunding ${money(refund, names)}`,
  "booking.refunded": ({ amount }, thing, names) => `refunded ${money(amount, names)} of ${thing}`,
  "booking.refund_failed": ({ amount, reason }, thing, names) =>
    `could not refund ${money(amount, names)} of ${thing}${because(reason)}`,
  "booking.payment_processing": ({ amount }, thing, names) =>
    `is waiting for the bank to confirm ${money(amount, names)} for ${thing}`,
  "booking.refunded_elsewhere": ({ amount }, thing, names) =>
    `recorded a refund of ${money(amount, names)} of ${thing} made at the payment provider`,
  ...MONEY_PHRASES,
  ...PLAN_PHRASES,
  "service.added": (_, thing) => `added the service ${thing}`,
  "service.updated": ({ after }, thing) => `changed the ${listOf(Object.keys(Object(after)))} of ${thing}`,
  "service.ordered": ({ before, after }, thing) =>
    `moved ${thing} from position ${placeOf(before)} to ${placeOf(after)}`,
  "service.activated": (_, thing) => `put ${thing} on the site`,
  "service.deactivated": (_, thing) => `took ${thing} off the site`,
  "service.deleted": (_, thing) => `deleted the service ${thing}`,
  "service.restored": (_, thing) => `restored the service ${thing}`,
  "service.prices_drafted": ({ after }, thing) =>
    `drafted prices of ${thing}${after ? `: ${listOf(Object.keys(Object(after)))}` : ""}`,
  "service.prices_published": ({ begins_on }, thing) =>
    `published prices of ${thing}${dayOf(" from ", begins_on)}`,
  "service.prices_withdrawn": ({ begins_on }, thing) =>
    `withdrew the prices of ${thing}${dayOf(" from ", begins_on)}`,
  "service.prices_discarded": (_, thing) => `discarded the draft of prices of ${thing}`,
  "service.prices_restored": (_, thing) => `restored the draft of prices of ${thing}`,
  "crew.added": (_, thing) => `added ${thing}`,
  "crew.updated": (_, thing) => `changed ${thing}`,
  "crew.ordered": ({ before, after }, thing) =>
    `moved ${thing} from position ${placeOf(before)} to ${placeOf(after)}`,
  "crew.activated": (_, thing) => `reactivated ${thing}`,
  "crew.deactivated": (_, thing) => `deactivated ${thing}`,
  "crew.hours_set": (_, thing) => `changed the working hours of ${thing}`,
  "crew.member_added": (_, thing) => `added a member to ${thing}`,
  "crew.member_updated": (_, thing) => `edited a member of ${thing}`,
  "crew.phone_invited": (_, thing) => `made a link for a phone of ${thing}`,
  "crew.phone_joined": (_, thing) => `signed in a phone of ${thing}`,
  "crew.phone_ended": (_, thing) => `ended a phone of ${thing}`,
  "crew.member_removed": (_, thing) => `removed a member from ${thing}`,
  "crew.time_off_added": ({ after }, thing) => `gave ${thing} time off${fromTo(after)}`,
  "crew.time_off_removed": ({ before }, thing) => `cancelled the time off of ${thing}${fromTo(before)}`,
  "user.calendar_ended": (_, thing) => `ended a calendar address of ${thing}`,
  "crew.calendar_created": (_, thing) => `created a calendar address for ${thing}`,
  "crew.calendar_replaced": (_, thing) => `replaced the calendar address of ${thing}`,
  "crew.calendar_removed": (_, thing) => `removed the calendar address of ${thing}`,
  "schedule.calendar_created": () => "created a calendar address for the whole schedule",
  "schedule.calendar_replaced": () => "replaced the calendar address of the whole schedule",
  "schedule.calendar_removed": () => "removed the calendar address of the whole schedule",
  "schedule.closed": ({ after }) => `closed ${whenOf(after)}`,
  "schedule.opened": ({ before }) => `reopened ${whenOf(before)}`,
  "storm.called": ({ date, asked, kind }) =>
    `${kind === "closing" ? "closed" : "called a storm day on"} ${whenOf({ date })} and asked ${Number(asked) === 1 ? "1 customer" : `${Number(asked)} customers`}`,
  "storm.opened": ({ date, kind }) =>
    `${kind === "closing" ? "reopened" : "called off the storm day on"} ${whenOf({ date })}`,
  "storm.offered": ({ after }, thing) =>
    after ? `offered ${whenOf(after)} for ${thing}` : `asked the customer to choose a new time for ${thing}`,
  "storm.offer_accepted": (_, thing) => `accepted the time offered for ${thing}`,
  "storm.offer_moved": (_, thing) => `chose another time for ${thing} than the one offered`,
  "storm.offer_skipped": (_, thing) => `skipped ${thing} instead of moving it`,
  "storm.offer_settled": (_, thing) => `resolved the offer of another time for ${thing}`,
  "storm.offer_sent_again": (_, thing) => `resent the offer of another time for ${thing}`,
  "request.sent": ({ zip }) => `asked us to come to ${zip}`,
  "request.marked": ({ before, after }) =>
    `changed a request from outside the area from ${statusOf(before)} to ${statusOf(after)}`,
  "settings.updated": ({ after, before }, thing) =>
    `changed the ${listOf(Object.keys({ ...Object(before), ...Object(after) }))} in the ${thing}`,
  "settings.undone": ({ part }) => `put the old ${part} back from an email`,
  "settings.test_mail": ({ sent }) =>
    sent === false ? "sent a test email, which failed" : "sent a test email",
  "settings.test_stripe": ({ known }) =>
    known === false ? "tested the Stripe keys, which were rejected" : "tested the Stripe keys",
  "backup.started": () => "started a backup",
  "backup.made": () => "created a backup",
  "backup.failed": () => "could not create a backup",
  "backup.verified": () => "verified the backup",
  "backup.corrupt": ({ reason }) => `found a backup damaged${because(reason)}`,
  "backup.check_started": () => "started verifying a backup",
  "backup.uploaded": () => "uploaded a backup",
  "backup.restore_started": () => "started restoring the site from a backup",
  "backup.not_restored": ({ reason }) => `could not restore the site from a backup${because(reason)}`,
  "backup.downloaded": () => "downloaded a backup",
  "backup.deleted": () => "deleted a backup",
  "backup.pruned": () => "deleted an old backup",
  "site.restored": ({ made_at }) => `restored the site from a backup${momentOf(made_at)}`,
  "site.reset": () => "reset all data after creating a backup",
  "site.secret_rotated": () => "replaced the site's secret",
  "site.cache_cleared": () => "cleared the cache",
  "site.logs_downloaded": () => "downloaded the logs",
  "customer.created": (_, thing) => `added ${thing}`,
  "customer.edited": (_, thing) => `edited ${thing}`,
  "customer.email_confirmed": (_, thing) => `confirmed an email of ${thing}`,
  "customer.merged": (_, thing) => `merged another customer into ${thing}`,
  "customer.merge_undone": (_, thing) => `undid a merge into ${thing}`,
  "customer.kept_apart": (_, thing) => `said that ${thing} and a similar customer are not the same`,
  "customer.erased": () => "erased a customer",
  "customer.exported": (_, thing) => `exported the data of ${thing}`,
  "customer.note_added": (_, thing) => `added a note about ${thing}`,
  "customer.note_removed": (_, thing) => `removed a note about ${thing}`,
  "message.sent": () => "sent a message",
  "message.replied": () => "replied to a message",
  "message.read": () => "marked a message as read",
  "message.unread": () => "marked a message as unread",
  "message.archived": () => "archived a message",
  "message.restored": () => "restored an archived message",
  "message.archived_read": ({ messages }) => `archived ${countOf(messages, "read message")}`,
  "message.restored_read": ({ messages }) => `restored ${countOf(messages, "archived message")}`,
  "canned_reply.added": ({ after }) => `added the canned reply ${titleOf(after)}`,
  "canned_reply.updated": ({ after }) => `changed the canned reply ${titleOf(after)}`,
  "canned_reply.removed": ({ before }) => `deleted the canned reply ${titleOf(before)}`,
  "application.sent": () => "applied for a job",
  "application.status_changed": ({ before, after }) =>
    `moved a job application from ${stageOf(before)} to ${stageOf(after)}`,
  "application.rejected": ({ mail }) =>
    mail ? "rejected a job application and sent an email" : "rejected a job application",
  "application.contacted": () => "emailed an applicant",
  "application.interview_scheduled": ({ after }) =>
    `invited an applicant to an interview${interviewTime(after)}`,
  "application.interview_moved": ({ after }) => `changed an interview${interviewTime(after)}`,
  "application.interview_cancelled": () => "cancelled an interview",
  "application.note_added": () => "added a note about an applicant",
  "application.note_removed": () => "removed a note about an applicant",
  "profile.updated": () => "changed their profile",
  "property.added": () => "added an address",
  "property.updated": () => "changed an address",
  "property.removed": () => "removed an address",
  "property.made_default": () => "changed their default address",
  "review.submitted": ({ rating }) =>
    `wrote a review with ${Number(rating) === 1 ? "1 star" : `${rating} stars`}`,
  "review.deleted": () => "deleted a review",
  "review.published": () => "published a review on the home page",
  "review.unpublished": () => "removed a review from the home page",
  "review.removed": ({ reason }) => `deleted a customer's review${because(DELETED[String(reason)])}`,
  "newsletter.requested": () => "signed up for the newsletter",
  "newsletter.confirmed": () => "confirmed their newsletter subscription",
  "newsletter.unsubscribed": () => "unsubscribed from the newsletter",
  "newsletter.removed": () => "unsubscribed an address from the newsletter",
  "newsletter.restored": () => "restored a newsletter subscription",
  "newsletter.forgotten": () => "deleted an address from the newsletter",
  "mail.sent_again": ({ before }) =>
    `resent an email${Object(before).status === "failed" ? " that had failed" : ""}`,
  "webhook.added": ({ after }) => `added a webhook${toHost(after)}`,
  "webhook.updated": ({ after }) => `changed the webhook${toHost(after)}`,
  "webhook.paused": ({ reason }) => `paused a webhook${because(reason)}`,
  "webhook.resumed": () => "resumed a webhook",
  "webhook.secret_renewed": () => "created a new secret for a webhook",
  "webhook.tested": () => "sent a test event to a webhook",
  "webhook.sent_again": () => "resent an event to a webhook",
  "webhook.deleted": ({ before }) => `deleted the webhook${toHost(before)}`,
  "api_key.added": ({ after }) => `created an API key for ${nameIn(after)}`,
  "api_key.renamed": ({ before, after }) => `renamed the API key of ${nameIn(before)} to ${nameIn(after)}`,
  "api_key.renewed": () => "replaced an API key",
  "api_key.revoked": ({ before }) => `revoked the API key of ${nameIn(before)}`,
  "work.tried_again": () => "retried failed background work",
  "mail.address_lifted": () => "turned emails to a bounced address back on",
  "user.erased": ({ restored }) =>
    restored ? "erased an account that a restore had brought back" : "deleted an account",
  "list.exported": ({ rows, filters }, thing) =>
    `exported ${countOf(rows, "row")} of ${thing}${filteredBy(filters)}`,
  "user.signed_in": () => "signed in",
  "user.signed_up": () => "signed up",
  "user.mails_chosen": () => "changed which emails they get",
  "user.verified": () => "confirmed their email address",
  "user.password_changed": () => "changed their password",
  "user.password_reset": () => "reset their password",
  "user.session_ended": ({ device }) => `signed out on another device: ${device}`,
  "user.other_sessions_ended": () => "signed out of all other devices",
  "user.sessions_ended": ({ ended }, thing) =>
    `ended ${Number(ended) === 1 ? "1 session" : `${ended} sessions`} of ${thing}`,
  "user.role_granted": ({ after, invited_by, handed_over_to }, thing) => {
    if (invited_by) return `accepted the invitation to become ${roleIn(after)}`;
    if (handed_over_to) return `took the company over from ${thing}, who is ${roleIn(after)} now`;
    return `made ${thing} ${roleIn(after)}`;
  },
  "invitation.sent": ({ after }) => `invited somebody to become ${roleIn(after)}`,
  "invitation.withdrawn": ({ before }) => `withdrew the invitation of somebody to become ${roleIn(before)}`,
  "user.role_revoked": (_, thing) => `took access to the office from ${thing}`,
  "user.passkey_added": () => "added a passkey",
  "user.passkey_removed": () => "removed a passkey",
  "user.two_factor_enabled": () => "turned two-factor authentication on",
  "user.second_factor_reset": (_, thing) => `reset the second factor of ${thing}`,
  "user.two_factor_disabled": () => "turned two-factor authentication off",
  "user.recovery_codes_renewed": () => "renewed their recovery codes",
};

/** Why staff deleted a review, by the code in the audit entry. */
const DELETED: Record<string, string> = {
  asked: "the customer asked for it",
  personal: "it shared private information",
  abusive: "it was abusive",
  spam: "it was advertising",
  mistaken: "it was about another company or visit",
};
