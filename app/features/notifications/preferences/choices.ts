/** Where a customer chooses which mails come. */
export const MAILS_PAGE = "/profile/mails";

/** What a customer wants to hear of; everything, until they say otherwise. */
export type MailChoices = { reminders: boolean; reviews: boolean };

/** What a form of checkboxes says: what isn't ticked isn't sent. */
export function choicesOf(fields: Readonly<Record<string, string | undefined>>): MailChoices {
  return { reminders: fields.reminders !== undefined, reviews: fields.reviews !== undefined };
}
