import { z } from "zod";
import { defineEmail } from "~/features/notifications/email/define.server";
import { ATTENTION_BOOKS } from "~/features/payments/books/difference";
import { readOpenDifferences } from "~/features/payments/books/queries.server";

/** Differences in one email. The others are on the page. */
const SHOWN = 20;

/**
 * Notifies the office of the differences that one comparison found, once. Nothing is sent of those that are settled by then. It is no
 * matter of the settings: money may be missing.
 */
export const sendDifferencesNotice = defineEmail({
  queue: "differences-notice-mail",
  input: z.object({ found_at: z.string() }),
  templates: () => import("./emails"),
  async compose(ctx, { found_at }) {
    const night = Temporal.Instant.from(found_at);
    const { count, differences } = await readOpenDifferences(ctx, { limit: SHOWN, found_at: night });
    if (count === 0) return;
    const heading = count === 1 ? "A difference in the books" : `${count} differences in the books`;
    const more = count - differences.length;
    return {
      occasion: `differences:${found_at}`,
      subject: heading,
      template: ({ OfficeNoticeEmail }) => (
        <OfficeNoticeEmail
          sender={ctx.company}
          heading={heading}
          text="Orders, the ledger and the payment provider should agree to the cent, and here they don't. Find out why, then settle it under Needs attention."
          facts={[
            ...differences.map(({ subject, sides }) => ({ label: subject, value: sides })),
            ...(more > 0 ? [{ label: "And", value: `${more} more` }] : []),
          ]}
          action={{ label: "See the differences", url: `${ctx.origin}${ATTENTION_BOOKS}` }}
        />
      ),
    };
  },
});
