/** Email preferences page. */
export const MAILS_PAGE = "/profile/mails";

/** Optional emails. All are on by default. */
export type MailChoices = { reminders: boolean; reviews: boolean };

/** Reads checkboxes: an unticked one is not submitted. */
export function choicesOf(fields: Readonly<Record<string, string | undefined>>): MailChoices {
  return { reminders: fields.reminders !== undefined, reviews: fields.reviews !== undefined };
}
