import { type BookingMail, factsOf } from "~/features/booking/emails/emails";
import {
  MailFacts,
  MailGreeting,
  MailLink,
  MailSmallPrint,
  MailTemplate,
  MailText,
} from "~/features/notifications/email/template";

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
      action={{ label: "View, reschedule or cancel", url: booking.url }}
      after={
        choices && (
          <MailSmallPrint>
            You’re receiving this because you have a booking.{" "}
            <MailLink href={choices}>Choose which emails you get</MailLink>
          </MailSmallPrint>
        )
      }
    >
      <MailGreeting name={booking.customer_name} />
      <MailText>
        Your crew arrives {day} at {time}. Please make sure someone can let them in.
      </MailText>
      <MailFacts facts={factsOf(booking)} />
      {booking.due && <MailText>Your total of {booking.due} is due at the visit.</MailText>}
      <MailText>
        Need to make a change? Use the button, reply to this email or call {booking.sender.phone}.
      </MailText>
    </MailTemplate>
  );
}
