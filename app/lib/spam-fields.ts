/** Left empty by people, who can't see it; programs that fill in every field fill it in. */
export const TRAP_FIELD = "wb_blank";

/** Says when the form was shown, and makes sending it twice one message (app/platform/spam.server.ts). */
export const TOKEN_FIELD = "form_token";
