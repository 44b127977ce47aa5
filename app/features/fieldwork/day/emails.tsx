import { type BookingEmail, factsOf } from "~/features/booking/emails/emails";
import { EmailFacts, EmailGreeting, EmailTemplate, EmailText } from "~/features/notifications/email/template";

type Props = BookingEmail & {
  /** When they should be there, as "9:20 AM"; null when nobody can say. */
  arrives: string | null;
};

/** Sent when a crew sets out for a visit. */
export function OnTheWayEmail({ arrives, ...booking }: Props) {
  const when = arrives ? `and should be there at about ${arrives}` : "and will be there soon";
  return (
    <EmailTemplate
      sender={booking.sender}
      preview={`${booking.service}, ${booking.when}`}
      heading="Your crew is on the way"
      action={{ label: "View your cleaning", url: booking.url }}
    >
      <EmailGreeting name={booking.customer_name} />
      <EmailText>Your crew has set out {when}. Please make sure that someone can let them in.</EmailText>
      <EmailFacts facts={factsOf(booking)} />
      <EmailText>Questions? Reply to this email or call {booking.sender.phone}.</EmailText>
    </EmailTemplate>
  );
}
