import { and, asc, eq } from "drizzle-orm";
import { z } from "zod";
import { users } from "~/db/schema/accounts";
import { mail_choices } from "~/db/schema/background";
import { bookings } from "~/db/schema/bookings";
import { profiles, properties } from "~/db/schema/customers";
import { entry_code_reveals } from "~/db/schema/entry-codes";
import { crew_members } from "~/db/schema/office";
import { defineEmail } from "~/features/notifications/email/define.server";
import { isRowStillThere } from "~/features/notifications/email/lock.server";
import { MAILS_PAGE } from "~/features/notifications/preferences/choices";
import { formatMoment } from "~/lib/dates";
import { formatNumber } from "~/lib/number";
import { firstNameOf } from "~/lib/text";
import { codesPage } from "./rules";

/** Tells a customer who wishes it, once a visit, that a crew looked at the entry codes of their home. */
export const sendCodesShown = defineEmail({
  queue: "codes-shown-mail",
  input: z.object({ booking_id: z.guid() }),
  templates: () => import("./emails"),
  async compose({ db, company, origin }, { booking_id }) {
    const [shown] = await db
      .select({
        home: properties.id,
        at: entry_code_reveals.revealed_at,
        member: crew_members.name,
        number: bookings.number,
        user: { id: users.id, email: users.email, first_name: profiles.first_name },
      })
      .from(entry_code_reveals)
      .innerJoin(bookings, eq(bookings.id, entry_code_reveals.booking_id))
      .innerJoin(properties, eq(properties.id, entry_code_reveals.property_id))
      .innerJoin(users, eq(users.id, properties.user_id))
      .innerJoin(mail_choices, and(eq(mail_choices.user_id, users.id), eq(mail_choices.reveals, true)))
      .leftJoin(profiles, eq(profiles.id, users.id))
      .leftJoin(crew_members, eq(crew_members.id, entry_code_reveals.member_id))
      .where(eq(entry_code_reveals.booking_id, booking_id))
      .orderBy(asc(entry_code_reveals.revealed_at), asc(entry_code_reveals.id))
      .limit(1);
    if (!shown) return;
    const { home, at, member, number, user } = shown;
    const who = firstNameOf(member) ?? "Somebody";
    const content = {
      sender: company,
      first_name: user.first_name,
      who,
      when: formatMoment(at, company.timezone),
      number: formatNumber(number),
      url: origin + codesPage(home),
      choices: origin + MAILS_PAGE,
    };
    return {
      occasion: `codes-shown:${booking_id}`,
      booking_id,
      isWanted: (tx) => isRowStillThere(tx, properties, home, eq(properties.user_id, user.id)),
      user_id: user.id,
      to: user.email,
      subject: `${who} looked at your entry codes`,
      template: ({ CodesShownEmail }) => <CodesShownEmail {...content} />,
    };
  },
});
