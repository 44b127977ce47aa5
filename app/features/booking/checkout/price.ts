import { decideFirstTip, tipRequest } from "~/features/booking/tips/tip";
import {
  type Discount,
  type LengthField,
  LONGEST_VISIT,
  lengthField,
  minimumCharge,
  type PriceLine,
  priceBooking,
  type Tax,
  visitMinutes,
} from "~/features/catalog/pricing";
import { type Choices, NO_CHOICES, SMALLEST_HOME } from "~/features/catalog/rules";
import { rulesOf } from "~/features/catalog/service";
import { depositOf, type Terms } from "~/features/catalog/terms";
import { shareCredit } from "~/features/payments/credit/credit";
import { tipChoices } from "~/features/payments/orders/tip";
import { type Cents, formatCents } from "~/lib/money";
import type { Draft } from "./draft";
import { extrasText } from "./extras";
import { type Choice, frequencyOf } from "./page";

type Line = { label: string; amount: string };

/** Amounts as text. `monthly`: charged each month, the first time at once; `visit`: what each visit of it costs. */
export type Quote = {
  lines: Line[];
  total: string;
  monthly: boolean;
  /** What of the total is paid now and after the visit, where cards are taken; null if all is paid now. */
  split: { now: string | null; later: string } | null;
  visit: { lines: Line[]; total: string } | null;
  /** Length of a visit, if it depends on what is chosen. */
  minutes: number | null;
  /** The input that makes the visit longer than can be booked without a look at the home. */
  tooLong: LengthField | null;
  /** Whether it has a line for the first visit. */
  first: boolean;
  /** Of a visit that is paid in full now: the tips to choose from, and the line of the chosen one (null without). Null for others. */
  tip: { choices: { percent: number; amount: string }[]; line: Line | null } | null;
  /** What the customer's credit pays, and what is left to pay; null without credit. `covers`: nothing is left. */
  credit: { used: string; left: string; covers: boolean } | null;
};

/** What the draft chooses of what applies to the service; null until the size of the home is known, or if it is too large. */
function choicesOf(draft: Draft, choice: Choice, firstVisit: boolean): Choices | null {
  const { bedrooms, bathrooms, half_baths, hours } = draft;
  if (!isSized(draft, choice)) return null;
  const square_feet = choice.sizes.length > 0 ? draft.square_feet : null;
  const frequency = frequencyOf(draft, choice);
  return {
    hours: choice.hours ? hours : null,
    bedrooms: choice.rooms ? bedrooms : null,
    bathrooms: choice.rooms ? bathrooms : null,
    half_baths: choice.halfBaths ? half_baths : null,
    square_feet,
    extras: draft.extras.filter(({ id, quantity }) =>
      choice.extras.some((extra) => extra.id === id && quantity <= extra.most),
    ),
    frequency,
    first_visit: firstVisit && frequency === null,
  };
}

/**
 * The formatted price of what the draft chooses, less a coupon; null until it can be priced. `balance`: cents of credit that pay for a
 * visit.
 */
export function quote(
  choice: Choice | undefined,
  draft: Draft,
  tax: Tax,
  currency: string,
  firstVisit = false,
  discount: Discount | null = null,
  balance: Cents = 0,
): Quote | null {
  if (!choice || choice.estimateOnly) return null;
  const choices = choicesOf(draft, choice, firstVisit);
  if (!choices) return null;
  const price = priceBooking(choice.service, choices, tax, currency, discount);
  const text = ({ label, amount }: Pick<PriceLine, "label" | "amount">) => ({
    label,
    amount: formatCents(amount, currency),
  });
  const paidNow = choices.frequency === null && choice.service.terms === null;
  const tip = paidNow ? chosenTip(draft, price.total_amount) : 0;
  const { used } = shareCredit({
    ...{ amount: price.charge, upfront: null, tip, currency },
    balance: choices.frequency === null && !discount?.exclusive ? balance : 0,
  });
  return {
    lines: price.lines.map(text),
    total: formatCents(price.charge + tip, currency),
    tip: paidNow
      ? {
          choices: tipChoices(price.total_amount, currency),
          line: tip > 0 ? text({ label: "Tip", amount: tip }) : null,
        }
      : null,
    monthly: choices.frequency !== null,
    split: choices.frequency === null ? splitOf(choice.service.terms, price.charge, used, currency) : null,
    visit: price.visit
      ? { lines: price.visit.lines.map(text), total: formatCents(price.visit.amount, currency) }
      : null,
    minutes: choice.service.prices ? price.minutes : null,
    tooLong:
      choice.service.prices && price.minutes > LONGEST_VISIT
        ? lengthField({ extras: choices.extras, rooms: choice.rooms })
        : null,
    credit: creditOf(price.charge + tip, used, currency),
    first: choices.first_visit && choices.frequency === null && rulesOf(choice.service).first_visit.cents > 0,
  };
}

/** The tip that the draft chooses, in cents; 0 for one that will be refused. */
function chosenTip(draft: Draft, price: Cents): Cents {
  const decision = decideFirstTip(tipRequest(draft), price);
  return decision.ok ? decision.tip : 0;
}

function splitOf(terms: Terms, charge: Cents, credit: Cents, currency: string): Quote["split"] {
  const least = minimumCharge(currency);
  const deposit = depositOf(terms, charge, least);
  const later = (now: Cents) => formatCents(Math.max(0, charge - now - credit), currency);
  if (deposit !== null) return { now: formatCents(deposit, currency), later: later(deposit) };
  return terms?.pay === "card" && charge >= least ? { now: null, later: later(0) } : null;
}

/** What is left to pay before the visit, or after it where that is when it is paid. */
function creditOf(charge: Cents, used: Cents, currency: string): Quote["credit"] {
  if (used === 0) return null;
  const format = (cents: Cents) => formatCents(cents, currency);
  return { used: `−${format(used)}`, left: format(charge - used), covers: used === charge };
}

/** Whether the size of the home is known, or does not count. */
export function isSized({ square_feet }: Pick<Draft, "square_feet">, choice: Choice | undefined): boolean {
  if (!choice || choice.sizes.length === 0) return true;
  return square_feet > 0 && square_feet <= (choice.sizes.at(-1) ?? 0);
}

type PricedBy = { tax: Tax; currency: string; firstVisit: boolean };

/** What each frequency costs with what the draft chooses, and a single visit (under "once"); none where nothing is priced by it. */
export function frequencyNotes(choice: Choice, draft: Draft, terms: PricedBy): Record<string, string> {
  if (!choice.service.prices) return {};
  const ways = [...choice.frequencies.map(({ value }) => value), ...(choice.once ? (["once"] as const) : [])];
  return Object.fromEntries(
    ways.flatMap((way): [string, string][] => {
      const asked = { ...draft, frequency: way === "once" ? ("" as const) : way };
      const priced = quote(choice, asked, terms.tax, terms.currency, terms.firstVisit);
      if (!priced) return [];
      const { visit, total } = priced;
      if (way === "once") return [[way, total]];
      return [[way, visit ? `${visit.total} a visit, ${total} a month` : `${total} a month`]];
    }),
  );
}

/**
 * The choices that the length of a visit depends on, as addresses of the API say them. An unknown size is the smallest; of
 * a visit that is too long, what can be booked of it.
 */
export function lengthQuery(
  draft: Draft,
  choice: Choice | undefined,
  firstVisit: boolean,
): Record<string, string> {
  if (!choice) return {};
  const hours = choice.hours && { hours: String(draft.hours) };
  if (!choice.service.prices) return { ...hours };
  const [smallest = 0] = choice.sizes;
  const sized = isSized(draft, choice) ? draft : { ...draft, square_feet: smallest };
  const shorter = [
    sized,
    { ...sized, extras: [] },
    { ...sized, extras: [], ...SMALLEST_HOME, square_feet: smallest },
  ]
    .map((one) => choicesOf(one, choice, firstVisit))
    .find((one) => one && visitMinutes(choice.service, one) <= LONGEST_VISIT);
  const { bedrooms, bathrooms, half_baths, square_feet, extras, frequency } = shorter ?? {
    ...NO_CHOICES,
    ...SMALLEST_HOME,
  };
  const added = extrasText(extras);
  return {
    ...hours,
    ...(choice.halfBaths && {
      bedrooms: String(bedrooms),
      bathrooms: String(bathrooms),
      halfBaths: String(half_baths),
    }),
    ...(square_feet && { squareFeet: String(square_feet) }),
    ...(added && { extras: added }),
    ...(frequency && { frequency }),
  };
}

/** Length of a visit with what the draft chooses; the smallest size where none is known. */
export function minutesOf(draft: Draft, choice: Choice, firstVisit: boolean): number {
  const [smallest = 0] = choice.sizes;
  const choices =
    choicesOf(draft, choice, firstVisit) ??
    choicesOf({ ...draft, square_feet: smallest }, choice, firstVisit) ??
    NO_CHOICES;
  return Math.min(visitMinutes(choice.service, choices), LONGEST_VISIT);
}
