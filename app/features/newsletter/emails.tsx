import { MailLink, MailSmallPrint, MailTemplate, MailText, type Sender } from "~/features/mail/template";

type Props = { sender: Sender; url: string };
type SubscriberProps = Props & { unsubscribe: string };

/** The second half of the double opt-in: nothing comes until its button, and the one of the page behind it, are pressed. */
export function NewsletterConfirmMail({ sender, url }: Props) {
  return (
    <MailTemplate
      sender={sender}
      preview="One press, and you are on the list"
      heading="Would you like our newsletter?"
      action={{ label: "Confirm my subscription", url }}
    >
      <MailText>
        Hello, somebody asked us to send the {sender.company_name} newsletter to this address: cleaning tips,
        service announcements and special offers. Please confirm that it was you. The link is good for 7 days.
      </MailText>
      <MailText>If it was not you, ignore this mail, and nothing else will come of it.</MailText>
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
      <MailText>
        Hello, thank you for subscribing. We write when there is something worth reading: a cleaning tip that
        works, a new service, an offer.
      </MailText>
    </MailTemplate>
  );
}

/** To a subscriber whose address was entered once more. */
export function NewsletterAlreadyMail({ sender, url, unsubscribe }: SubscriberProps) {
  return (
    <MailTemplate
      sender={sender}
      preview="Nothing to do: you are subscribed"
      heading="You are on the list already"
      action={{ label: "Read the blog", url }}
      after={<Leave url={unsubscribe} />}
    >
      <MailText>
        Hello, somebody asked us to send the {sender.company_name} newsletter to this address. It comes here
        already, so there is nothing to do.
      </MailText>
    </MailTemplate>
  );
}

function Leave({ url }: { url: string }) {
  return (
    <MailSmallPrint>
      Had enough? <MailLink href={url}>Unsubscribe</MailLink> at any time.
    </MailSmallPrint>
  );
}
