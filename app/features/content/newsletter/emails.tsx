import {
  EmailGreeting,
  EmailLink,
  EmailSmallPrint,
  EmailTemplate,
  EmailText,
  type Sender,
} from "~/features/notifications/email/template";

type Props = { sender: Sender; url: string };
type SubscriberProps = Props & { unsubscribe: string };

/** The second half of the double opt-in: nothing comes until its button, and the one of the page behind it, are pressed. */
export function NewsletterConfirmEmail({ sender, url }: Props) {
  return (
    <EmailTemplate
      sender={sender}
      preview="Please confirm that you’d like our newsletter"
      heading="Confirm your subscription"
      action={{ label: "Confirm my subscription", url }}
    >
      <EmailGreeting name={null} />
      <EmailText>
        Someone signed this address up for the {sender.company_name} newsletter: cleaning tips, service
        announcements and special offers. Please confirm that it was you. The link expires in 7 days.
      </EmailText>
      <EmailText>If it wasn’t you, ignore this email and you won’t hear from us again.</EmailText>
    </EmailTemplate>
  );
}

/** To somebody who has just confirmed. */
export function NewsletterWelcomeEmail({ sender, url, unsubscribe }: SubscriberProps) {
  return (
    <EmailTemplate
      sender={sender}
      preview="Thank you for subscribing"
      heading="Welcome to the newsletter"
      action={{ label: "Read the blog", url }}
      after={<Leave url={unsubscribe} />}
    >
      <EmailGreeting name={null} />
      <EmailText>
        Thanks for subscribing! We write only when there’s something worth reading: a cleaning tip that works,
        a new service or a special offer.
      </EmailText>
    </EmailTemplate>
  );
}

/** To a subscriber whose address was entered once more. */
export function NewsletterAlreadyEmail({ sender, url, unsubscribe }: SubscriberProps) {
  return (
    <EmailTemplate
      sender={sender}
      preview="You’re subscribed, so there’s nothing to do"
      heading="You’re already subscribed"
      action={{ label: "Read the blog", url }}
      after={<Leave url={unsubscribe} />}
    >
      <EmailGreeting name={null} />
      <EmailText>
        Someone signed this address up for the {sender.company_name} newsletter. You’re already on the list,
        so there’s nothing to do.
      </EmailText>
    </EmailTemplate>
  );
}

function Leave({ url }: { url: string }) {
  return (
    <EmailSmallPrint>
      Don’t want these emails? <EmailLink href={url}>Unsubscribe</EmailLink> at any time.
    </EmailSmallPrint>
  );
}
