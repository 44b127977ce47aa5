import type { ReactElement } from "react";
import * as claims from "../app/features/claims/emails";
import { SITE, visit } from "./mail-sample-facts";

const claim = {
  ...{ sender: visit.sender, number: visit.number, service: visit.service },
  customer_name: visit.customer_name,
  day: "Tuesday, November 24, 2026",
  due: "Nov 26, 2026, 9:15 AM",
  url: `${SITE}/bookings/1`,
};

/** Emails about what a customer says was not right. */
export const CLAIM_SAMPLES: Record<string, ReactElement> = {
  "claim-received": <claims.ClaimReceivedEmail {...claim} />,
  "claim-answered-again": (
    <claims.ClaimAnsweredEmail
      {...claim}
      again
      decision="We’re coming back on Friday, November 27, 2026, 10:00 AM to make it right, at no charge."
      answer="Sorry about the oven. Maple crew brings the right cleaner this time."
    />
  ),
  "claim-answered-no": (
    <claims.ClaimAnsweredEmail
      {...claim}
      again={false}
      decision="We’ve looked into it, and we can’t accept this claim."
      answer="Interior windows are an extra, which wasn’t booked for this visit."
    />
  ),
  "claim-notice": (
    <claims.ClaimNoticeEmail
      {...claim}
      customer="Ada Frost"
      room="Kitchen"
      words="The oven is still greasy, and the floor under the table was not mopped."
      pictures={2}
      url={`${SITE}/admin/claims/1`}
    />
  ),
};
