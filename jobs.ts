import { z } from "zod";
import * as bookingEmails from "./app/features/booking/emails/send.server";
import * as crewEmails from "./app/features/booking/emails/send-crew.server";
import * as requestEmails from "./app/features/booking/requests/send.server";
import { forgetOldApplications } from "./app/features/careers/forget.server";
import * as careerEmails from "./app/features/careers/send.server";
import * as claimEmails from "./app/features/claims/send.server";
import { forgetUnconfirmed } from "./app/features/content/newsletter/forget.server";
import * as newsletterEmails from "./app/features/content/newsletter/send.server";
import { publishDue } from "./app/features/content/office/publish.server";
import * as codeEmails from "./app/features/customers/codes/send.server";
import { settleReferrals } from "./app/features/customers/referrals/settle.server";
import * as dayEmails from "./app/features/fieldwork/day/send.server";
import * as phoneEmails from "./app/features/fieldwork/phones/send.server";
import { pushNews } from "./app/features/fieldwork/push/deliver.server";
import * as accountEmails from "./app/features/identity/sign-in/send.server";
import * as staffEmails from "./app/features/identity/staff/send.server";
import { deliver } from "./app/features/integrations/webhooks/deliver.server";
import { FIRST_PAUSE_SECONDS, MAX_TRIES, MAX_WEBHOOKS } from "./app/features/integrations/webhooks/webhook";
import * as messageEmails from "./app/features/messages/send.server";
import { commitImport } from "./app/features/moving/commit.server";
import { checkImport } from "./app/features/moving/dry-run.server";
import { checkImportAtStripe } from "./app/features/moving/stripe/check.server";
import { emailJobs } from "./app/features/notifications/email/define.server";
import { sendStoredEmail } from "./app/features/notifications/email/send.server";
import * as noticeEmails from "./app/features/notifications/notices/send.server";
import * as approvalEmails from "./app/features/notifications/notices/send-approvals.server";
import * as booksEmails from "./app/features/notifications/notices/send-books.server";
import * as checkEmails from "./app/features/notifications/notices/send-checks.server";
import * as reportEmails from "./app/features/notifications/notices/send-reports.server";
import * as settingsEmails from "./app/features/notifications/notices/send-settings.server";
import * as summaryEmails from "./app/features/notifications/notices/summary.server";
import { remind } from "./app/features/notifications/reminders/remind.server";
import * as reminderEmails from "./app/features/notifications/reminders/send.server";
import { compactCounts, deleteUnusedSearchTexts } from "./app/features/office/lists/compact.server";
import * as backup from "./app/features/operations/backup/file/job-names";
import { takeUpJobs } from "./app/features/operations/backup/file/queue.server";
import { makeRequested, runNightly, verifyAgain } from "./app/features/operations/backup/nightly.server";
import { writeErasures } from "./app/features/operations/backup/restore/erasures.server";
import { endInterruptedRestore, runRestore } from "./app/features/operations/backup/restore/restore.server";
import { watchChecks } from "./app/features/operations/doctor/watch.server";
import { forgetExports, MAKE_EXPORT, makeExport } from "./app/features/operations/export/create.server";
import { LOAD_EXPORT, takeBack } from "./app/features/operations/export/restore.server";
import { CHECK_EXPORT } from "./app/features/operations/export/upload.server";
import { checkExport } from "./app/features/operations/export/verify.server";
import { forgetOld } from "./app/features/operations/retention/forget-old.server";
import { compareBooks } from "./app/features/payments/books/compare.server";
import { chargeCards, chargeOrder } from "./app/features/payments/cards/charge.server";
import * as cardEmails from "./app/features/payments/cards/send.server";
import { forgetCard } from "./app/features/payments/cards/settle.server";
import { closeCheckout, expireHolds, expirePlanHolds } from "./app/features/payments/checkout/sync.server";
import { sendGiftCards } from "./app/features/payments/gift-cards/deliver.server";
import { requestGiftRefund, retryGiftRefunds } from "./app/features/payments/gift-cards/refund.server";
import * as giftEmails from "./app/features/payments/gift-cards/send.server";
import * as payEmails from "./app/features/payments/pay-link/send.server";
import { checkProviderCustomers } from "./app/features/payments/provider-customers/check.server";
import { refundOrder, retryRefunds } from "./app/features/payments/refunds/send.server";
import { returnTip } from "./app/features/payments/refunds/tip.server";
import { findPendingSyncs, reconcilePayments } from "./app/features/payments/settlement/reconcile.server";
import { deliverEvent } from "./app/features/payments/test-checkout/events.server";
import { isTestCheckoutInUse } from "./app/features/payments/test-checkout/sessions.server";
import { billSubscriptions } from "./app/features/payments/test-checkout/subscriptions.server";
import { flagTrials } from "./app/features/plans/attention.server";
import {
  announceCharges,
  askAboutCharges,
  askAboutEnded,
  endUnpaid,
} from "./app/features/plans/charge/charges.server";
import { creditSkip } from "./app/features/plans/charge/credit-skip.server";
import { syncPending, syncProvider } from "./app/features/plans/charge/sync.server";
import * as planEmails from "./app/features/plans/emails/send.server";
import * as planSaleEmails from "./app/features/plans/phone/send.server";
import * as planPriceEmails from "./app/features/plans/prices/send.server";
import { extendSchedules } from "./app/features/plans/schedule/advance.server";
import { extensionSchema } from "./app/features/plans/series/forms";
import { layInJob } from "./app/features/plans/series/lay.server";
import { inviteReviews } from "./app/features/reviews/invite.server";
import * as reviewEmails from "./app/features/reviews/send.server";
import { extendHolidays } from "./app/features/scheduling/opening-hours/save.server";
import * as stormEmails from "./app/features/scheduling/storm/send.server";
import type { Connection } from "./app/platform/database/database.server";
import {
  REMOVE_OBJECTS,
  removeObjects,
  removeObjectsInput,
  sweepFiles,
} from "./app/platform/files/remove.server";
import { defineJob, type Job } from "./app/platform/jobs/define-job.server";
import type { SafeFetch } from "./app/platform/outside/safe-fetch.server";
import type { SiteFacts } from "./app/platform/site-facts.server";

type World = {
  /** Of the owner of the tables. */
  connection: Connection;
  post: SafeFetch;
  /** Where the test checkout's events go, and what signs them. */
  testCheckout: { url: () => string; secret: string };
  /** How this process is set up, and its clock. */
  site: SiteFacts;
  clock: () => Temporal.Instant;
};

/** Not retried: the next one does the same. */
const at = (cron: string) => ({ cron, retryLimit: 0 });
/** Retried for about a day. */
const daily = (cron: string) => ({ cron });
/** A big site takes its time. */
const LONG = { retryLimit: 0, expireInSeconds: 6 * 60 * 60 };

/** Begins anew after a process that stopped. */
const LONG_ANEW = { retryLimit: 3, expireInSeconds: 6 * 60 * 60 };

/** Goes on where it stopped. */
const LONG_RETRIED = { expireInSeconds: 60 * 60 };

const nothing = z.object({});
const ofRun = z.object({ run_id: z.guid() });
const withId = z.object({ id: z.string() });

/** All background work of the site: every queue, what its jobs carry, and when timed work runs (cron, UTC). */
export function siteJobs({ connection, post, testCheckout, site, clock }: World): Job[] {
  return [
    ...emailJobs(accountEmails),
    ...emailJobs(approvalEmails),
    ...emailJobs(bookingEmails),
    ...emailJobs(booksEmails),
    ...emailJobs(careerEmails),
    ...emailJobs(checkEmails),
    ...emailJobs(codeEmails),
    ...emailJobs(crewEmails),
    ...emailJobs(dayEmails),
    ...emailJobs(phoneEmails),
    ...emailJobs(reportEmails),
    ...emailJobs(giftEmails),
    ...emailJobs(claimEmails),
    ...emailJobs(messageEmails),
    ...emailJobs(newsletterEmails),
    ...emailJobs(noticeEmails),
    ...emailJobs(cardEmails),
    ...emailJobs(payEmails),
    ...emailJobs(settingsEmails),
    ...emailJobs(staffEmails),
    ...emailJobs(planEmails),
    ...emailJobs(planSaleEmails),
    ...emailJobs(planPriceEmails),
    ...emailJobs(reminderEmails),
    ...emailJobs(requestEmails),
    ...emailJobs(reviewEmails),
    ...emailJobs(stormEmails),
    ...emailJobs(summaryEmails),
    defineJob("send-mail-again", z.object({ mail_id: z.guid() }), (ctx, { mail_id }) =>
      sendStoredEmail(ctx, mail_id),
    ),
    defineJob("remind", nothing, remind, at("*/5 * * * *")),
    defineJob("publish-texts", nothing, publishDue, at("* * * * *")),
    defineJob("invite-reviews", nothing, inviteReviews, at("*/10 * * * *")),

    defineJob("extend-series", extensionSchema, layInJob, LONG_RETRIED),
    defineJob("check-import", ofRun, checkImport, LONG_RETRIED),
    defineJob("commit-import", ofRun, commitImport, LONG_RETRIED),
    defineJob("check-import-at-stripe", ofRun, checkImportAtStripe, LONG_RETRIED),
    defineJob("check-provider-customers", nothing, checkProviderCustomers, {
      ...LONG_RETRIED,
      cron: "35 * * * *",
    }),

    defineJob("close-checkout", z.object({ session_id: z.string() }), (ctx, { session_id }) =>
      closeCheckout(ctx, session_id),
    ),
    defineJob("expire-holds", nothing, expireHolds, at("* * * * *")),
    defineJob("reconcile-payments", nothing, reconcilePayments, at("*/2 * * * *")),
    defineJob("charge-card", z.object({ order_id: z.guid() }), chargeOrder),
    defineJob("charge-cards", nothing, chargeCards, at("*/5 * * * *")),
    defineJob("forget-card", z.object({ provider: z.string(), method_id: z.string() }), forgetCard),
    defineJob("refund-order", z.object({ refund_id: z.guid() }), (ctx, { refund_id }) =>
      refundOrder(ctx, refund_id),
    ),
    defineJob("settle-referrals", nothing, settleReferrals, at("*/15 * * * *")),
    defineJob("return-tip", z.object({ order_id: z.guid(), sequence: z.int() }), returnTip),
    defineJob("retry-refunds", nothing, retryRefunds, at("23 * * * *")),
    defineJob("list-refunds-and-disputes", nothing, findPendingSyncs, at("47 * * * *")),
    defineJob("send-gift-cards", nothing, sendGiftCards, at("*/10 * * * *")),
    defineJob("refund-gift-card", z.object({ gift_card_id: z.guid() }), (ctx, { gift_card_id }) =>
      requestGiftRefund(ctx, gift_card_id),
    ),
    defineJob("retry-gift-refunds", nothing, retryGiftRefunds, at("29 * * * *")),
    // A provider that can't be reached is asked again.
    defineJob("compare-books", nothing, compareBooks, daily("3 8 * * *")),
    defineJob(
      "test-checkout-billing",
      nothing,
      async (ctx) => {
        if (await isTestCheckoutInUse(ctx)) await billSubscriptions(ctx);
      },
      at("*/5 * * * *"),
    ),
    // Delivered until the site acknowledges it, for some hours.
    defineJob(
      "test-checkout-event",
      z.object({ event_id: z.string() }),
      ({ db, now }, { event_id }) =>
        deliverEvent({ db, now, secret: testCheckout.secret, url: testCheckout.url() }, event_id),
      { retryLimit: 12, retryDelay: 2 },
    ),

    defineJob(
      "credit-skip",
      z.object({ booking_id: z.guid(), kind: z.enum(["storm", "closing"]) }),
      creditSkip,
    ),
    defineJob("plan-subscription", z.object({ plan_id: z.guid() }), (ctx, { plan_id }) =>
      syncProvider(ctx, plan_id),
    ),
    defineJob("tell-untold-plans", nothing, syncPending, at("*/10 * * * *")),
    defineJob("roll-plans", nothing, extendSchedules, at("7 3,15 * * *")),
    defineJob("expire-plan-holds", nothing, expirePlanHolds, at("* * * * *")),
    defineJob("announce-charges", nothing, announceCharges, at("41 * * * *")),
    defineJob("ask-about-charges", nothing, askAboutCharges, at("*/10 * * * *")),
    defineJob("flag-trial-plans", nothing, flagTrials, at("37 */6 * * *")),
    defineJob("ask-about-ended-plans", nothing, askAboutEnded, at("23 */6 * * *")),
    defineJob("end-unpaid-plans", nothing, endUnpaid, at("51 * * * *")),

    // A job has more tries than its delivery, which says itself when it has failed.
    defineJob(
      "webhook-delivery",
      z.object({ delivery_id: z.guid(), until: z.number().default(MAX_TRIES) }),
      (ctx, told) => deliver(ctx, post, told),
      {
        retryLimit: MAX_TRIES + 3,
        retryDelay: FIRST_PAUSE_SECONDS,
        expireInSeconds: 60,
        atOnce: MAX_WEBHOOKS,
        byGroup: true,
      },
    ),

    // News is soon old: a phone that can't be told hears of it when it is opened.
    defineJob("push-news", z.object({ crew_id: z.guid() }), (ctx, told) => pushNews(ctx, post, told), {
      retryLimit: 12,
      atOnce: 4,
      byKey: true,
    }),

    defineJob("forget-mail-files", z.object({ ids: z.array(z.string()) }), ({ mailer }, { ids }) =>
      mailer.forget(ids),
    ),
    defineJob("watch-checks", nothing, (ctx) => watchChecks(ctx, { site, clock }), at("19 * * * *")),
    defineJob("forget-old", nothing, forgetOld, daily("17 8 * * *")),
    defineJob("extend-holidays", nothing, extendHolidays, daily("11 9 * * *")),
    defineJob("forget-old-applications", nothing, forgetOldApplications, daily("41 8 * * *")),
    defineJob("newsletter-forget-pending", nothing, forgetUnconfirmed, daily("23 8 * * *")),
    defineJob("compact-counts", nothing, compactCounts, daily("37 7 * * *")),
    defineJob(REMOVE_OBJECTS, removeObjectsInput, removeObjects),
    // A big store takes its time to list.
    defineJob("sweep-files", nothing, sweepFiles, { ...LONG, cron: "53 8 * * *" }),
    defineJob("forget-unused-texts", nothing, deleteUnusedSearchTexts, daily("41 7 * * *")),

    defineJob(MAKE_EXPORT, withId, (ctx, { id }) => makeExport(ctx, id), LONG_ANEW),
    defineJob(CHECK_EXPORT, withId, (ctx, { id }) => checkExport({ ...ctx, connection }, id), LONG_ANEW),
    defineJob(
      LOAD_EXPORT,
      withId.extend({ session_id: z.string() }),
      (ctx, asked) => takeBack({ ...ctx, connection }, asked),
      LONG_ANEW,
    ),
    defineJob("forget-exports", nothing, forgetExports, at("*/15 * * * *")),

    defineJob(backup.MAKE_BACKUP, withId, (ctx, { id }) => makeRequested({ ...ctx, connection }, id), LONG),
    defineJob(
      backup.VERIFY_BACKUP,
      withId.extend({ key: z.string().optional() }),
      (ctx, asked) => verifyAgain({ ...ctx, connection }, asked),
      LONG,
    ),
    defineJob(
      backup.RESTORE_BACKUP,
      withId.extend({ session_id: z.string(), key: z.string().optional() }),
      (ctx, asked) => runRestore({ ...ctx, connection }, asked),
      LONG,
    ),
    defineJob(backup.NIGHTLY_BACKUP, nothing, (ctx) => runNightly({ ...ctx, connection }), {
      ...LONG,
      cron: "*/15 * * * *",
    }),
    defineJob(backup.KEEP_ERASURES, nothing, writeErasures),
    defineJob(
      backup.TAKE_UP_JOBS,
      nothing,
      async (ctx) => {
        await takeUpJobs(ctx);
        await endInterruptedRestore(ctx.db);
      },
      at("* * * * *"),
    ),
  ];
}
