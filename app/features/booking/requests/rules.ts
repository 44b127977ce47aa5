/** The name of the form, in its token. */
export const REQUEST_FORM = "request";

/** The label of its button. */
export const REQUEST_BUTTON = "Send Request";

/** Where the request has been sent from: /book says so for this ZIP code. */
export function sentPath(zip: string): string {
  return `/book?requested=${zip.slice(0, 5)}#request`;
}
