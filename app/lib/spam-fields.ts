/** A field that people can't see and leave empty. Programs fill it in. */
export const TRAP_FIELD = "wb_blank";

/** When the form was shown, signed. It also makes a form sent twice one message (app/platform/request/spam.server.ts). */
export const TOKEN_FIELD = "form_token";
