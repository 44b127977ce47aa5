import { paletteOf } from "~/features/operations/settings/brand/palette";

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

/** Dark mode colors, the same as the site's. */
const DARK = {
  paper: "#0f1814",
  snow: "#18231e",
  ink: "#e8eee9",
  moss: "#a6b5ac",
  evergreen: "#94cfb0",
  line: "#2c3a33",
};

/** The HTML of an email with an accent in place of the birch's green. */
export function recolored(html: string, accent: string | null): string {
  if (accent === null) return html;
  const { light, dark } = paletteOf(accent);
  return html
    .replaceAll(COLORS.evergreen, light["evergreen-700"])
    .replaceAll(DARK.evergreen, dark["evergreen-700"]);
}

/** Dark mode styles by class of the template. */
const DARK_STYLES = {
  paper: [`background-color:${DARK.paper}`, `color:${DARK.ink}`],
  card: [`background-color:${DARK.snow}`, `border-color:${DARK.line}`],
  ink: [`color:${DARK.ink}`],
  moss: [`color:${DARK.moss}`],
  line: [`border-color:${DARK.line}`],
  action: [`background-color:${DARK.evergreen}`, `color:${DARK.paper}`],
};

const rules = (prefix = "") =>
  Object.entries(DARK_STYLES)
    .map(([name, look]) => `${prefix}.${name}{${look.map((one) => `${one}!important`).join(";")}}`)
    .join("");

/**
 * Styles that can't be inline: dark mode, and smaller margins on phones. Programs that drop them show the light colors or
 * invert them.
 */
export const EMAIL_CSS = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){${rules()}}
@media (max-width:480px){.page{padding:16px 8px 24px!important}.card{padding:22px 18px 24px!important}.action{display:block!important;text-align:center!important}}`;

/**
 * Outlook marks dark mode with an attribute. In a separate sheet, because other programs drop a whole sheet for an unknown
 * selector.
 */
export const OUTLOOK_CSS = rules("[data-ogsc] ");
