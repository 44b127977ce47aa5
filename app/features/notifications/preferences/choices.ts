/** Email preferences page. */
export const MAILS_PAGE = "/profile/mails";

/** Optional emails. Reminders and review invitations are on by default; being told when a crew sees entry codes is off. */
export type MailChoices = { reminders: boolean; reviews: boolean; reveals: boolean };

/** Reads checkboxes: an unticked one is not submitted. */
export function choicesOf(fields: Readonly<Record<string, string | undefined>>): MailChoices {
  return {
    reminders: fields.reminders !== undefined,
    reviews: fields.reviews !== undefined,
    reveals: fields.reveals !== undefined,
  };
}
