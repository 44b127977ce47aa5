import type { ReactElement } from "react";
import * as booking from "../app/features/booking/emails/emails";
import * as codes from "../app/features/customers/codes/emails";
import * as day from "../app/features/fieldwork/day/emails";
import { type Language, sayIn } from "../app/features/fieldwork/messages/language";
import * as m from "../app/features/fieldwork/messages/made/messages.js";
import * as phones from "../app/features/fieldwork/phones/emails";
import * as notices from "../app/features/notifications/notices/emails";
import { letters, SITE, sender, visit } from "./mail-sample-facts";

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
  "crew-phone": <phones.CrewPhoneEmail {...phoneIn("en")} />,
  "crew-phone-es": <phones.CrewPhoneEmail {...phoneIn("es")} />,
  "crew-phone-ended": (
    <notices.OfficeNoticeEmail
      sender={sender}
      heading="A phone was ended"
      text="Somebody typed five wrong PINs on it. It shows nothing of the day any more. Ask Maria where it is. If it is theirs, make a new link."
      facts={[
        { label: "Whose", value: "Maria, Birch crew" },
        { label: "Phone", value: "Chrome on Android" },
        { label: "When", value: "Nov 24, 2026, 7:58 AM" },
      ]}
      action={{ label: "View phones", url: `${SITE}/admin/crews/1/members/1` }}
    />
  ),
  "on-the-way": <day.OnTheWayEmail {...visit} arrives="9:20 AM" />,
  "on-the-way-unknown": <day.OnTheWayEmail {...visit} arrives={null} />,
};

function phoneIn(language: Language) {
  const say = sayIn(language);
  return {
    ...{ sender, language, url: `${SITE}/crew/join?invitation=1&key=8Qm2vJx0bT5yLr7W` },
    subject: say(m.mail_phone_subject, { company: sender.company_name }),
    texts: [
      say(m.mail_greeting, { name: "Maria" }),
      say(m.mail_phone_text),
      say(m.mail_phone_until, { until: "Dec 01, 2026, 8:00 AM" }),
    ],
    button: say(m.mail_phone_button),
  };
}
