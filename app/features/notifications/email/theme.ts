export const COLORS = {
  paper: "#fbfaf6",
  snow: "#ffffff",
  ink: "#17251f",
  moss: "#55655c",
  evergreen: "#1f4d3a",
  line: "#e4e2d9",
  notice: "#fdeec4",
  noticeInk: "#5c4300",
};

/** By night, as on the site. */
const DARK = {
  paper: "#0f1814",
  snow: "#18231e",
  ink: "#e8eee9",
  moss: "#a6b5ac",
  evergreen: "#94cfb0",
  line: "#2c3a33",
};

/** What each class of the template is by night. */
const NIGHT = {
  paper: [`background-color:${DARK.paper}`, `color:${DARK.ink}`],
  card: [`background-color:${DARK.snow}`, `border-color:${DARK.line}`],
  ink: [`color:${DARK.ink}`],
  moss: [`color:${DARK.moss}`],
  line: [`border-color:${DARK.line}`],
  action: [`background-color:${DARK.evergreen}`, `color:${DARK.paper}`],
};

const rules = (prefix = "") =>
  Object.entries(NIGHT)
    .map(([name, look]) => `${prefix}.${name}{${look.map((one) => `${one}!important`).join(";")}}`)
    .join("");

/**
 * Styles that can't stand at an element: night for the programs that ask for it, and less air on a phone. Programs that
 * drop them show the day, or invert it.
 */
export const EMAIL_CSS = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){${rules()}}
@media (max-width:480px){.page{padding:16px 8px 24px!important}.card{padding:22px 18px 24px!important}.action{display:block!important;text-align:center!important}}`;

/** Outlook marks its night with an attribute. On their own: other programs drop a whole sheet for what they don't know. */
export const OUTLOOK_CSS = rules("[data-ogsc] ");
