import { MailFacts, MailLink, MailTemplate, MailText, type Sender } from "~/features/mail/template";
import { greeting } from "~/lib/mail-words";

export type StormMail = {
  sender: Sender;
  customer_name: string | null;
  service: string;
  /** The day of the storm, in words. */
  day: string;
  time: string;
  where: string;
  /** What is proposed instead, in words; null when nothing was free. */
  proposal: string | null;
  /** What skipping gives back; null when nothing was paid. */
  refund: string | null;
  /** Where the customer answers; opening them changes nothing. */
  urls: { answer: string; choose: string; skip: string; visit: string };
};

/** 'A storm is in the way': accept the proposal, choose another time, or do without the visit. */
export function StormOfferMail({ proposal, urls, ...mail }: StormMail) {
  return (
    <MailTemplate
      sender={mail.sender}
      preview={proposal ? `Our proposal: ${proposal}` : "Please choose a new time"}
      heading="A storm is in the way"
      action={
        proposal
          ? { label: "Take the new time", url: urls.answer }
          : { label: "Choose a new time", url: urls.answer }
      }
      after={
        <>
          {proposal && (
            <MailText>
              <MailLink href={urls.choose}>Choose another time</MailLink>
            </MailText>
          )}
          <MailText>
            <MailLink href={urls.skip}>
              {mail.refund ? `Skip this visit and get ${mail.refund} back` : "Skip this visit"}
            </MailLink>
          </MailText>
        </>
      }
    >
      <MailText>
        {greeting(mail.customer_name)} on {mail.day} the weather keeps our crews at home, so we can't come to
        you. We are sorry.{" "}
        {proposal
          ? "This is our proposal. It is booked once you press the button on the page that opens."
          : "Please choose another time that suits you."}
      </MailText>
      <MailFacts
        facts={[
          { label: "Service", value: mail.service },
          { label: "Where", value: mail.where },
          { label: "Not on", value: `${mail.day}, ${mail.time}` },
          ...(proposal ? [{ label: "New time", value: proposal }] : []),
        ]}
      />
      <MailText>
        Does that not suit you? Nothing of this costs you anything; you can also answer this mail or call{" "}
        {mail.sender.phone}.
      </MailText>
    </MailTemplate>
  );
}

/** 'Your cleaning takes place after all', to who had not answered when the storm was called off. */
export function StormOverMail({ urls, ...mail }: StormMail) {
  return (
    <MailTemplate
      sender={mail.sender}
      preview={`We come on ${mail.day}, ${mail.time}`}
      heading="Your cleaning takes place after all"
      action={{ label: "See, move or cancel", url: urls.visit }}
    >
      <MailText>
        {greeting(mail.customer_name)} the storm that we wrote to you about stays away. We come as planned;
        there is nothing that you need to do.
      </MailText>
      <MailFacts
        facts={[
          { label: "Service", value: mail.service },
          { label: "When", value: `${mail.day}, ${mail.time}` },
          { label: "Where", value: mail.where },
        ]}
      />
    </MailTemplate>
  );
}
