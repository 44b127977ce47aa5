import type { ReactElement } from "react";
import * as booking from "../app/features/booking/emails/emails";
import * as codes from "../app/features/customers/codes/emails";
import { letters, SITE, visit } from "./mail-sample-facts";

/** Mails to crews, and those about what crews do. */
export const CREW_SAMPLES: Record<string, ReactElement> = {
  "codes-shown": (
    <codes.CodesShownEmail
      {...letters}
      first_name="Ada"
      who="Maria"
      when="Nov 24, 2026, 7:58 AM"
      number="#1042"
      choices={`${SITE}/profile/mails`}
    />
  ),
  "crew-moved": (
    <booking.CrewVisitEmail
      {...{ ...visit, change: "moved", crew: "Birch crew", before: "Monday, November 23, 2026, 8:00 AM" }}
    />
  ),
  "crew-cancelled": (
    <booking.CrewVisitEmail {...{ ...visit, change: "cancelled", crew: "Birch crew", before: visit.when }} />
  ),
};
