import {
  MailGreeting,
  MailLink,
  MailSmallPrint,
  MailTemplate,
  MailText,
  type Sender,
} from "~/features/notifications/email/template";

type Props = { sender: Sender; url: string };
type SubscriberProps = Props & { unsubscribe: string };

/** The second half of the double opt-in: nothing comes until its button, and the one of the page behind it, are pressed. */
export function NewsletterConfirmMail({ sender, url }: Props) {
  return (
    <MailTemplate
      sender={sender}
      preview="Please confirm that you’d like our newsletter"
      heading="Confirm your subscription"
      action={{ label: "Confirm my subscription", url }}
    >
      <MailGreeting name={null} />
      <MailText>
        Someone signed this address up for the {sender.company_name} newsletter: cleaning tips, service
        announcements and special offers. Please confirm that it was you. The link expires in 7 days.
      </MailText>
      <MailText>If it wasn’t you, ignore this email and you won’t hear from us again.</MailText>
    </MailTemplate>
  );
}

/** To somebody who has just confirmed. */
export function NewsletterWelcomeMail({ sender, url, unsubscribe }: SubscriberProps) {
  return (
    <MailTemplate
      sender={sender}
      preview="Thank you for subscribing"
      heading="Welcome to the newsletter"
      action={{ label: "Read the blog", url }}
      after={<Leave url={unsubscribe} />}
    >
      <MailGreeting name={null} />
      <MailText>
        Thanks for subscribing! We write only when there’s something worth reading: a cleaning tip that works,
        a new service or a special offer.
      </MailText>
    </MailTemplate>
  );
}

/** To a subscriber whose address was entered once more. */
export function NewsletterAlreadyMail({ sender, url, unsubscribe }: SubscriberProps) {
  return (
    <MailTemplate
      sender={sender}
      preview="You’re subscribed, so there’s nothing to do"
      heading="You’re already subscribed"
      action={{ label: "Read the blog", url }}
      after={<Leave url={unsubscribe} />}
    >
      <MailGreeting name={null} />
      <MailText>
        Someone signed this address up for the {sender.company_name} newsletter. You’re already on the list,
        so there’s nothing to do.
      </MailText>
    </MailTemplate>
  );
}

function Leave({ url }: { url: string }) {
  return (
    <MailSmallPrint>
      Don’t want these emails? <MailLink href={url}>Unsubscribe</MailLink> at any time.
    </MailSmallPrint>
  );
}
