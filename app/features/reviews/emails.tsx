import {
  EmailGreeting,
  EmailLink,
  EmailSmallPrint,
  EmailTemplate,
  EmailText,
  type Sender,
} from "~/features/notifications/email/template";

type Props = {
  sender: Sender;
  first_name: string | null;
  service: string;
  day: string;
  /** Where the review is written, after signing in. */
  url: string;
  /** Where everybody can review the company on Google; empty: nowhere. */
  google_url: string;
  /** Where a customer says what was not right, without signing in, and until when; null once that is over. */
  claim: { url: string; until: string } | null;
  unsubscribe: string;
};

/** 'How was your cleaning?', the day after. */
export function ReviewInvitationEmail({
  sender,
  first_name,
  service,
  day,
  url,
  google_url,
  claim,
  unsubscribe,
}: Props) {
  return (
    <EmailTemplate
      sender={sender}
      preview={`${service} on ${day}`}
      heading="How was your cleaning?"
      action={{ label: "Write a review", url }}
      after={
        <EmailSmallPrint>
          Don’t want review invitations?{" "}
          <EmailLink href={unsubscribe}>Unsubscribe from review invitations</EmailLink>
        </EmailSmallPrint>
      }
    >
      <EmailGreeting name={first_name} />
      <EmailText>
        We cleaned for you on {day} ({service}). How did we do? A quick rating and a few words tell your crew
        what they got right and help us improve. It takes about a minute.
      </EmailText>
      {google_url && (
        <EmailText>
          You can also <EmailLink href={google_url}>review us on Google</EmailLink>.
        </EmailText>
      )}
      <EmailText>
        Something not right?{" "}
        {claim ? <EmailLink href={claim.url}>Tell us by {claim.until}</EmailLink> : "Reply to this email"} or
        call {sender.phone}, and we’ll fix it.
      </EmailText>
    </EmailTemplate>
  );
}
