// Rooms: a draft names a service (catalog), a start time (scheduling) and a referral (customers).
import {
  BATHROOM_OPTIONS,
  BEDROOM_OPTIONS,
  DEFAULTS,
  HALF_BATH_OPTIONS,
  HOUR_OPTIONS,
  LIMITS,
} from "~/features/booking/limits";
import { isTipChoice } from "~/features/booking/tips/tip";
import { FREQUENCIES, type Frequency } from "~/features/catalog/frequency";
import { SERVICE_TYPES, type ServiceType } from "~/features/catalog/service";
import { isReferralCode } from "~/features/customers/referrals/referral";
import { isSlotTime, type SlotTime } from "~/features/scheduling/availability/slots";
import { decodeJson, encodeJson } from "~/lib/base64url";
import { addDays, isCalendarDate } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import { cleanBlock, cleanLine } from "~/lib/text";
import { type ChosenExtra, extrasText, parseExtras, withExtras } from "./extras";

/** A booking being filled in, kept in the browser (spec section 3). Empty text: not filled in yet. */
export type Draft = {
  /** UUID; empty until the booking page gives it one. */
  id: string;
  service: string;
  type: ServiceType;
  date: string;
  time: SlotTime | "";
  bedrooms: number;
  bathrooms: number;
  half_baths: number;
  /** 0 until the size of the home is chosen. */
  square_feet: number;
  extras: ChosenExtra[];
  hours: number;
  notes: string;
  address: { street: string; city: string; state: string; zip: string };
  /** UUID of the saved property that the address is taken from; empty for an address of its own. */
  property: string;
  /** How often a monthly service comes; empty for the first that it offers. */
  frequency: Frequency | "";
  /** Visits of the plan that the customer moved; null until they have seen the clashes. */
  moves: PlanMove[] | null;
  /** A coupon's code as it was typed. */
  coupon: string;
  /** A tip: percent, "other" with the amount as it was typed, or empty. */
  tip: string;
  tip_amount: string;
  /** What the referral link ended with by which the visitor came; empty without one. */
  referral: string;
  /** UUID of the partner whose widget or link was used; empty without one. */
  partner: string;
};

export const EMPTY_DRAFT: Draft = {
  id: "",
  service: "",
  type: "residential",
  date: "",
  time: "",
  ...DEFAULTS,
  square_feet: 0,
  extras: [],
  notes: "",
  address: { street: "", city: "", state: "", zip: "" },
  property: "",
  frequency: "",
  moves: null,
  coupon: "",
  tip: "",
  tip_amount: "",
  referral: "",
  partner: "",
};

/** The cookies that carry a draft (path /book): the notes have one of their own, since a cookie holds 4 KB. */
export const DRAFT_COOKIES = { draft: "draft", notes: "draft_notes" } as const;

/** The values of the two cookies: base64url of JSON, each at most 3800 bytes. Longer texts than LIMITS are cut. */
export function encodeDraft({ notes, address, moves, extras, ...draft }: Draft): {
  draft: string;
  notes: string;
} {
  const service = line(draft.service, LIMITS.service);
  return {
    draft: encodeJson({
      ...draft,
      service,
      coupon: line(draft.coupon, LIMITS.coupon),
      tip_amount: line(draft.tip_amount, LIMITS.tip),
      address: addressLines(address),
      moves: movesText(moves),
      ...(extras.length > 0 && { extras: extrasText(extras, EXTRAS_TEXT) }),
    }),
    notes: encodeJson(notesText(notes)),
  };
}

/** Longest text of extras that a cookie has room for. */
const EXTRAS_TEXT = 400;

/** The draft in the cookies' values; invalid parts get their default. */
export function decodeDraft(cookies: { draft?: string | null; notes?: string | null }): Draft {
  const stored = asRecord(decodeJson(cookies.draft ?? ""));
  return toDraft({ ...stored, notes: decodeJson(cookies.notes ?? "") });
}

/** A draft from an untrusted value: invalid parts get their default. */
export function toDraft(value: unknown): Draft {
  const stored = asRecord(value);
  return {
    id: textThat(isUuid, stored.id),
    service: line(stored.service, LIMITS.service),
    type: SERVICE_TYPES.find((type) => type === stored.type) ?? EMPTY_DRAFT.type,
    date: textThat(isCalendarDate, stored.date),
    time: typeof stored.time === "string" && isSlotTime(stored.time) ? stored.time : "",
    bedrooms: BEDROOM_OPTIONS.find((option) => option === stored.bedrooms) ?? DEFAULTS.bedrooms,
    bathrooms: BATHROOM_OPTIONS.find((option) => option === stored.bathrooms) ?? DEFAULTS.bathrooms,
    half_baths: HALF_BATH_OPTIONS.find((option) => option === stored.half_baths) ?? DEFAULTS.half_baths,
    hours: HOUR_OPTIONS.find((option) => option === stored.hours) ?? DEFAULTS.hours,
    square_feet: feetIn(stored.square_feet),
    extras: extrasIn(stored.extras),
    notes: notesText(stored.notes),
    address: addressLines(asRecord(stored.address)),
    property: textThat(isUuid, stored.property),
    frequency: FREQUENCIES.find((frequency) => frequency === stored.frequency) ?? "",
    moves: movesIn(stored.moves),
    coupon: line(stored.coupon, LIMITS.coupon),
    tip: textThat(isTipChoice, stored.tip),
    tip_amount: line(stored.tip_amount, LIMITS.tip),
    referral: textThat(isReferralCode, stored.referral),
    partner: textThat(isUuid, stored.partner),
  };
}

/** Changing the type clears the service (spec section 2). */
export function clearedForType(draft: Draft, type: ServiceType): Draft {
  return draft.type === type ? draft : { ...draft, type, service: "" };
}

/** Moves as a list, or as `movesText` writes them. */
function movesIn(value: unknown): PlanMove[] | null {
  const moves = Array.isArray(value) ? value.map(asRecord) : null;
  const text = moves ? movesText(moves as PlanMove[]) : value;
  return typeof text === "string" && text.trim() ? parseMoves(text).slice(0, LIMITS.moves) : null;
}

/** Extras as a list, or as `extrasText` writes them. */
function extrasIn(value: unknown): ChosenExtra[] {
  const text = Array.isArray(value) ? extrasText(value.map(asRecord) as ChosenExtra[]) : value;
  return typeof text === "string" ? parseExtras(text) : [];
}

function feetIn(value: unknown): number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 && value < 100_000 ? value : 0;
}

function addressLines(address: Record<keyof Draft["address"], unknown>): Draft["address"] {
  return {
    street: line(address.street, LIMITS.street),
    city: line(address.city, LIMITS.city),
    state: line(address.state, LIMITS.state),
    zip: line(address.zip, LIMITS.zip),
  };
}

function line(value: unknown, max: number): string {
  return typeof value === "string" ? cleanLine(cleanLine(value).slice(0, max)) : "";
}

function notesText(value: unknown): string {
  return typeof value === "string" ? cleanBlock(cleanBlock(value).slice(0, LIMITS.notes)) : "";
}

function textThat(isValid: (text: string) => boolean, value: unknown): string {
  return typeof value === "string" && isValid(value) ? value : "";
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/**
 * Where a visit of a plan goes instead of its own time. Without a place, no time is free and the office calls the
 * customer, who has seen that.
 */
export type PlanMove = { visit: number } & ({ date: string; time: SlotTime } | { date: null; time: null });

/** Days around a visit's own date to which a customer may move it; the paid month covers them. */
const MOVE_DAYS = 7;

/** Whether a visit whose own day is `own` may be moved to `date` while a plan begins. */
export function isNearEnough(own: string, date: string): boolean {
  return date >= addDays(own, -MOVE_DAYS) && date <= addDays(own, MOVE_DAYS);
}

/** "2 2026-12-08 10:00 AM;5 none;…", for a form or a cookie; "none" once nothing is moved. */
export function movesText(moves: readonly PlanMove[] | null): string {
  if (!moves) return "";
  if (moves.length === 0) return "none";
  return moves
    .map(({ visit, date, time }) => (date ? `${visit} ${date} ${time}` : `${visit} none`))
    .join(";");
}

/** Reads what `movesText` wrote; ignores anything else. */
export function parseMoves(text: string): PlanMove[] {
  return text.split(";").flatMap((one): PlanMove[] => {
    const left = /^([1-9]\d{0,2}) none$/.exec(one.trim())?.[1];
    if (left) return [{ visit: Number(left), date: null, time: null }];
    const [, visit, date = "", time = ""] = /^([1-9]\d{0,2}) (\S{10}) (.+)$/.exec(one.trim()) ?? [];
    return visit && isCalendarDate(date) && isSlotTime(time) ? [{ visit: Number(visit), date, time }] : [];
  });
}

const THIRTY_DAYS = 30 * 24 * 60 * 60;

/**
 * The two cookies that keep a draft, for `Set-Cookie` and `document.cookie` alike. Only /book sees them; `secure` when
 * the site is reached over https.
 */
export function draftCookies(draft: Draft, { secure }: { secure: boolean }): string[] {
  const { draft: value, notes } = encodeDraft(draft);
  return [cookie(DRAFT_COOKIES.draft, value, secure), cookie(DRAFT_COOKIES.notes, notes, secure)];
}

/** Removes the draft's cookies, as after signing out: they may hold a customer's address. */
export function forgottenDraft({ secure }: { secure: boolean }): string[] {
  return Object.values(DRAFT_COOKIES).map((name) => cookie(name, "", secure, 0));
}

function cookie(name: string, value: string, secure: boolean, maxAge = THIRTY_DAYS): string {
  return `${name}=${value}; Path=/book; Max-Age=${maxAge}; SameSite=Lax${secure ? "; Secure" : ""}`;
}

/** The draft in the fields of a posted form; invalid parts get their default. */
export function draftOfForm(fields: Record<string, unknown>): Draft {
  const { draft_id, bedrooms, bathrooms, half_baths, square_feet, hours, street, city, state, zip, ...same } =
    withExtras(fields);
  return toDraft({
    ...same,
    id: draft_id,
    bedrooms: Number(bedrooms),
    bathrooms: Number(bathrooms),
    half_baths: Number(half_baths),
    square_feet: Number(square_feet),
    hours: Number(hours),
    address: { street, city, state, zip },
  });
}

/** The fields of the form that this draft would post: what `draftOfForm` reads. */
export function formOfDraft({ id, address, moves, extras, ...same }: Draft): Record<string, string> {
  const fields = { ...same, ...address, draft_id: id, moves: movesText(moves), extras: extrasText(extras) };
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
}

/** Updates the draft from its form; values without a field stay. */
export function draftWithForm(draft: Draft, fields: Record<string, unknown>): Draft {
  const { id: draft_id, address, moves, ...same } = draft;
  return draftOfForm({ ...same, draft_id, ...address, moves: movesText(moves), ...fields });
}
