import { MailFacts, MailTemplate, MailText, type Sender } from "~/features/mail/template";

/** What a change of a visit is to a crew: it is theirs at a new time or place, or it isn't theirs any more. */
export type CrewChange = "moved" | "changed" | "given" | "taken" | "cancelled";

export type CrewMail = {
  sender: Sender;
  change: CrewChange;
  crew: string;
  service: string;
  when: string;
  /** When the visit was; null when the crew never heard of that time. */
  before: string | null;
  duration: string;
  where: string;
  customer_name: string | null;
};

const WORDS: Record<CrewChange, { heading: string; text: string }> = {
  moved: { heading: "A visit has moved", text: "this visit of yours has a new time." },
  changed: { heading: "A visit has changed", text: "this is what is known of your visit now." },
  given: { heading: "A visit is yours now", text: "this visit is yours from now on." },
  taken: {
    heading: "A visit is not yours any more",
    text: "this visit was moved, and another crew makes it.",
  },
  cancelled: { heading: "A visit is cancelled", text: "this visit will not take place." },
};

/** Tells a crew, or the office for it, what became of a visit. */
export function CrewVisitMail({ sender, change, crew, ...visit }: CrewMail) {
  const { heading, text } = WORDS[change];
  const theirs = change === "moved" || change === "changed" || change === "given";
  const now = theirs ? visit.when : null;
  const was = change === "given" || change === "changed" ? null : visit.before;
  const facts = [
    { label: "Service", value: visit.service },
    { label: "Now", value: now },
    { label: "Before", value: was },
    { label: "How long", value: visit.duration },
    { label: "Where", value: visit.where },
    { label: "Customer", value: visit.customer_name },
  ].flatMap(({ label, value }) => (value ? [{ label, value }] : []));
  return (
    <MailTemplate
      sender={sender}
      preview={[visit.service, now ?? was].filter(Boolean).join(", ")}
      heading={heading}
    >
      <MailText>
        {crew}, {text}
      </MailText>
      <MailFacts facts={facts} />
    </MailTemplate>
  );
}
