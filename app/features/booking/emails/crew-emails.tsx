import { MailFacts, MailTemplate, MailText, type Sender } from "~/features/notifications/email/template";

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
  moved: { heading: "Visit rescheduled", text: "This visit on your schedule has a new time." },
  changed: { heading: "Visit updated", text: "The details of this visit have changed. Here is the latest." },
  given: { heading: "New job assigned", text: "This visit is now on your schedule." },
  taken: {
    heading: "Visit reassigned",
    text: "Another crew is taking this visit, so it’s off your schedule.",
  },
  cancelled: { heading: "Visit cancelled", text: "This visit is off your schedule." },
};

/** Tells a crew, or the office for it, what became of a visit. */
export function CrewVisitMail({ sender, change, crew, ...visit }: CrewMail) {
  const { heading, text } = WORDS[change];
  const theirs = change === "moved" || change === "changed" || change === "given";
  const now = theirs ? visit.when : null;
  const was = change === "given" || change === "changed" ? null : visit.before;
  const facts = [
    { label: "Service", value: visit.service },
    { label: change === "moved" ? "New time" : "When", value: now },
    { label: change === "moved" ? "Previous time" : "When", value: was },
    { label: "Duration", value: visit.duration },
    { label: "Where", value: visit.where },
    { label: "Customer", value: visit.customer_name },
  ].flatMap(({ label, value }) => (value ? [{ label, value }] : []));
  return (
    <MailTemplate
      sender={sender}
      preview={[visit.service, now ?? was].filter(Boolean).join(", ")}
      heading={heading}
    >
      <MailText>Hi {crew},</MailText>
      <MailText>{text}</MailText>
      <MailFacts facts={facts} />
    </MailTemplate>
  );
}
