import { z } from "zod";
import { cleanLine } from "~/lib/text";

export const API_KEYS_PAGE = "/admin/api-keys";

/** Every key begins with it, so that one that has got out is recognized. */
export const KEY_PREFIX = "wbc_";

/** Longest name of a partner, and of what a partner calls a booking. */
export const PARTNER_LIMITS = { name: 80, reference: 100 } as const;

/** Through whom something is booked; `reference` is what the partner calls it. */
export type Via = { api_key_id: string; reference: string | null };

/** A partner as the office sees it: finished strings, company time. */
export type ApiKey = {
  id: string;
  name: string;
  /** The end of the key, to tell it from others. */
  end: string;
  added: string;
  last_used: string | null;
  revoked: string | null;
  /** How much that was paid for was booked through it. */
  bookings: number;
};

/** The line that puts the booking widget onto a partner's page. */
export function widgetTag(origin: string, partner?: string): string {
  return `<script src="${origin}/widget.js"${partner ? ` data-partner="${partner}"` : ""} async></script>`;
}

/** The form of a key: whose it is. */
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
