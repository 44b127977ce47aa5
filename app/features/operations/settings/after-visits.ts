import { cleanLine } from "~/lib/text";
import { type FormValues, type Merged, mergeForm, singly } from "./merge";
import type { Settings } from "./settings";

export const AFTER_VISITS_PAGE = "/admin/settings/after-visits";
const MOST_HOURS = 168;
const URL_LENGTH = 500;

/** The form's fields, each a setting. */
export const AFTER_VISIT_FIELDS = ["hours", "answer_hours", "google_url", "photos"] as const;
type Field = (typeof AFTER_VISIT_FIELDS)[number];
export type AfterVisitValues = Record<Field, string>;

/** The setting of each field. */
export const AFTER_VISIT_SETTINGS = {
  hours: { category: "claims", key: "hours" },
  answer_hours: { category: "claims", key: "answer_hours" },
  google_url: { category: "reviews", key: "google_url" },
  photos: { category: "crews", key: "customer_photos" },
} as const satisfies Record<Field, { category: string; key: string }>;

export function afterVisitValues(settings: Settings): AfterVisitValues {
  return {
    hours: String(settings["claims.hours"]),
    answer_hours: String(settings["claims.answer_hours"]),
    google_url: settings["reviews.google_url"],
    photos: String(settings["crews.customer_photos"]),
  };
}

type Read = { ok: true; values: AfterVisitValues } | { ok: false; errors: Partial<AfterVisitValues> };

/** Reads the form: whole hours, and an address that begins with https:// or none. Each error stands under the name of its field. */
export function readAfterVisits(form: FormValues): Read {
  const errors: Partial<AfterVisitValues> = {};
  const count = (name: "hours" | "answer_hours", label: string, least: number) => {
    const text = cleanLine(form[name] ?? "");
    if (/^\d{1,3}$/.test(text) && Number(text) >= least && Number(text) <= MOST_HOURS)
      return String(Number(text));
    errors[name] = `${label} must be a whole number from ${least} to ${MOST_HOURS}.`;
    return "";
  };
  const values = {
    hours: count("hours", "Hours to claim", 0),
    answer_hours: count("answer_hours", "Hours to answer", 1),
    google_url: cleanLine(form.google_url ?? ""),
    photos: String(form.photos === "true"),
  };
  if (values.google_url !== "" && !isLink(values.google_url))
    errors.google_url = "Google review link must begin with https://, like https://g.page/r/…/review.";
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, values };
}

function isLink(text: string): boolean {
  return text.length <= URL_LENGTH && /^https:\/\/\S+$/.test(text) && URL.canParse(text);
}

/** See `mergeForm`. */
export function mergeAfterVisits(form: FormValues, seen: FormValues, stored: AfterVisitValues): Merged {
  return mergeForm(form, seen, stored, singly(AFTER_VISIT_FIELDS));
}
