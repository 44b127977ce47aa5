import { type BookingEmail, factsOf } from "~/features/booking/emails/emails";
import {
  EmailFacts,
  EmailGreeting,
  EmailLink,
  EmailSmallPrint,
  EmailTemplate,
  EmailText,
} from "~/features/notifications/email/template";

type Props = BookingEmail & {
  day: "today" | "tomorrow";
  time: string;
  /** Email preferences page; null for a guest. */
  choices: string | null;
};

/** Sent 24 hours before a visit. */
export function ReminderEmail({ day, time, choices, ...booking }: Props) {
  return (
    <EmailTemplate
      sender={booking.sender}
      preview={`${booking.service}, ${booking.when}`}
      heading={`Your cleaning is ${day}`}
      action={{ label: "View, reschedule or cancel", url: booking.url }}
      after={
        choices && (
          <EmailSmallPrint>
            You’re receiving this because you have a booking.{" "}
            <EmailLink href={choices}>Choose which emails you get</EmailLink>
          </EmailSmallPrint>
        )
      }
    >
      <EmailGreeting name={booking.customer_name} />
      <EmailText>
        Your crew arrives {day} at {time}. Please make sure someone can let them in.
      </EmailText>
      <EmailFacts facts={factsOf(booking)} />
      {booking.due && <EmailText>Your total of {booking.due} is due at the visit.</EmailText>}
      <EmailText>
        Need to make a change? Use the button, reply to this email or call {booking.sender.phone}.
      </EmailText>
    </EmailTemplate>
  );
}
