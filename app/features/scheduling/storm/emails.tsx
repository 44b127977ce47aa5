import {
  EmailFacts,
  EmailGreeting,
  EmailLink,
  EmailTemplate,
  EmailText,
  type Sender,
} from "~/features/notifications/email/template";

type StormEmail = {
  sender: Sender;
  customer_name: string | null;
  /** Why the visit can't take place: a storm, or the office closed the day. */
  kind: "storm" | "closing";
  service: string;
  /** "#1042". */
  number: string;
  /** The formatted day of the storm. */
  day: string;
  time: string;
  where: string;
  /** The formatted proposal; null if nothing was free. */
  proposal: string | null;
  /** What skipping gives back; null when nothing was paid. */
  refund: string | null;
  /** Where the customer answers; opening them changes nothing. */
  urls: { answer: string; choose: string; skip: string; visit: string };
};

const OFFERS = {
  storm: {
    heading: "A storm has changed our schedule",
    reason: "because of the weather, our crews can’t make it out",
  },
  closing: { heading: "We need to move your cleaning", reason: "we’re closed" },
} as const;

/** 'A storm has changed our schedule', or 'We need to move your cleaning': accept the proposal, choose another time, or do without the visit. */
export function StormOfferEmail({ proposal, urls, ...mail }: StormEmail) {
  return (
    <EmailTemplate
      sender={mail.sender}
      preview={proposal ? `Suggested new time: ${proposal}` : "Please choose a new time"}
      heading={OFFERS[mail.kind].heading}
      action={
        proposal
          ? { label: "Accept the new time", url: urls.answer }
          : { label: "Choose a new time", url: urls.answer }
      }
      after={
        <>
          {proposal && (
            <EmailText>
              <EmailLink href={urls.choose}>Choose another time</EmailLink>
            </EmailText>
          )}
          <EmailText>
            <EmailLink href={urls.skip}>
              {mail.refund ? `Skip this visit and get a ${mail.refund} refund` : "Skip this visit"}
            </EmailLink>
          </EmailText>
        </>
      }
    >
      <EmailGreeting name={mail.customer_name} />
      <EmailText>
        We’re sorry: {OFFERS[mail.kind].reason} on {mail.day}.{" "}
        {proposal
          ? "Here’s the new time we suggest. It’s booked once you confirm it on the page that opens."
          : "Please choose a new time that works for you."}
      </EmailText>
      <EmailFacts
        facts={[
          { label: "Service", value: mail.service },
          { label: "Where", value: mail.where },
          { label: "Original time", value: `${mail.day}, ${mail.time}` },
          ...(proposal ? [{ label: "New time", value: proposal }] : []),
          { label: "Booking", value: mail.number },
        ]}
      />
      <EmailText>
        Doesn’t work for you? Rescheduling or skipping this visit is free. You can also reply to this email or
        call {mail.sender.phone}.
      </EmailText>
    </EmailTemplate>
  );
}

const OVER = {
  storm: {
    heading: "Storm called off: your cleaning is on",
    news: "the storm we emailed you about was called off",
  },
  closing: { heading: "We’re open: your cleaning is on", news: "we’re open that day after all" },
} as const;

/** 'Storm called off: your cleaning is on', or 'We’re open', to who had not answered when the day was opened again. */
export function StormOverEmail({ urls, ...mail }: StormEmail) {
  return (
    <EmailTemplate
      sender={mail.sender}
      preview={`See you on ${mail.day}, ${mail.time}`}
      heading={OVER[mail.kind].heading}
      action={{ label: "View, reschedule or cancel", url: urls.visit }}
    >
      <EmailGreeting name={mail.customer_name} />
      <EmailText>
        Good news: {OVER[mail.kind].news}. We’ll come as planned, and there’s nothing you need to do.
      </EmailText>
      <EmailFacts
        facts={[
          { label: "Service", value: mail.service },
          { label: "When", value: `${mail.day}, ${mail.time}` },
          { label: "Where", value: mail.where },
          { label: "Booking", value: mail.number },
        ]}
      />
    </EmailTemplate>
  );
}
