/** The name of a query parameter that says: an open page reads this by itself, and nobody uses their session. */
export const UNASKED = "unasked";
