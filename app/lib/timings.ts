/** Milliseconds. How long pending states stay visible at least (spec section 9). The work starts at once. */
export const REDIRECT_TO_CHECKOUT_MS = 1000;
export const CONFIRMING_PAYMENT_MS = 1000;
export const DEMO_PAYMENT_MS = 2000;
export const DEMO_PAYMENT_REDIRECT_MS = 1000;
/** Milliseconds. How often a page asks whether its payment has arrived. */
export const PAYMENT_POLL_MS = 1500;
/** Milliseconds, in app/ui/live/live-forms.ts. */
export const SENDING_MESSAGE_MS = 1500;
export const SENDING_APPLICATION_MS = 1500;
