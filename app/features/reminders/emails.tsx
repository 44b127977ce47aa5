import { type BookingMail, factsOf } from "~/features/booking/emails";
import { MailFacts, MailLink, MailSmallPrint, MailTemplate, MailText } from "~/features/mail/template";
import { greeting } from "~/lib/mail-words";

type Props = BookingMail & {
  day: "today" | "tomorrow";
  time: string;
  /** Where an account chooses its mails; null for a guest. */
  choices: string | null;
};

/** 'Your cleaning is tomorrow', a day before. */
export function ReminderMail({ day, time, choices, ...booking }: Props) {
  return (
    <MailTemplate
      sender={booking.sender}
      preview={`${booking.service}, ${booking.when}`}
      heading={`Your cleaning is ${day}`}
      action={{ label: "See, move or cancel", url: booking.url }}
      after={
        choices && (
          <MailSmallPrint>
            You get this because of your booking.{" "}
            <MailLink href={choices}>Choose which mails you get</MailLink>
          </MailSmallPrint>
        )
      }
    >
      <MailText>
        {greeting(booking.customer_name)} your crew arrives {day} at {time}. Please see that somebody can let
        them in.
      </MailText>
      <MailFacts facts={factsOf(booking)} />
      {booking.due && <MailText>You pay {booking.due} on the day.</MailText>}
      <MailText>
        Something in the way? Use the button, answer this mail or call {booking.sender.phone}.
      </MailText>
    </MailTemplate>
  );
}
