import { z } from "zod";
import { cleanLine } from "~/lib/text";

export const API_KEYS_PAGE = "/admin/api-keys";

/** Prefix of every key, so that scanners recognize a leaked one. */
export const KEY_PREFIX = "wbc_";

/** Maximum length of a partner's name and of a partner's reference. */
export const PARTNER_LIMITS = { name: 80, reference: 100 } as const;

/** Partner that a booking came through. `reference` is the partner's own. */
export type Via = { api_key_id: string; reference: string | null };

/** A partner in the office. Texts are formatted, in the company's time zone. */
export type ApiKey = {
  id: string;
  name: string;
  /** Last characters of the key. */
  end: string;
  added: string;
  last_used: string | null;
  revoked: string | null;
  /** Number of paid bookings through it. */
  bookings: number;
};

/** HTML that embeds the booking widget in a partner's page. */
export function widgetTag(origin: string, partner?: string): string {
  return `<script src="${origin}/widget.js"${partner ? ` data-partner="${partner}"` : ""} async></script>`;
}

/** Form of a key: the partner's name. */
export const apiKeySchema = z.object({
  name: z
    .string()
    .default("")
    .overwrite(cleanLine)
    .check(
      z.minLength(1, "Name is required."),
      z.maxLength(PARTNER_LIMITS.name, `Name can have at most ${PARTNER_LIMITS.name} characters.`),
    ),
});
