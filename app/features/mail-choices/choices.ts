/** Where a customer chooses which mails come. */
export const MAILS_PAGE = "/profile/mails";
