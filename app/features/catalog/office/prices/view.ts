import { FREQUENCIES, FREQUENCY_LABELS } from "~/features/catalog/frequency";
import { formatSize, type PriceRules, type Rate } from "~/features/catalog/rules";
import { formatDate } from "~/lib/dates";
import { formatCents } from "~/lib/money";

/** One line of a price list in words: "Each bedroom", "$20.00, 30 min". */
export type ListLine = { label: string; value: string };

/** A published list in words. `begins` is formatted. */
export type ShownList = { id: string; begins: string; lines: ListLine[] };

/** How a service can be priced. */
const BY_LABELS: Record<PriceRules["by"], string> = {
  hour: "By the hour",
  flat: "Flat",
  home: "By the home",
};

const BASE_LABELS: Record<PriceRules["by"], string> = {
  hour: "Each hour",
  flat: "Each visit",
  home: "Every home",
};

/** A price list in words, line by line. What adds nothing is left out. */
export function linesOf(rules: PriceRules, currency = "USD"): ListLine[] {
  const money = (cents: number) => formatCents(cents, currency);
  const rateText = ({ cents, minutes }: Rate) =>
    [...(cents > 0 ? [money(cents)] : []), ...(minutes > 0 ? [`${minutes} min`] : [])].join(", ");
  const added = (label: string, one: Rate): ListLine[] => {
    const value = rateText(one);
    return value === "" ? [] : [{ label, value }];
  };
  const { by, base } = rules;
  const value = by === "hour" ? money(base.cents) : `${money(base.cents)}, ${base.minutes} min`;
  return [
    { label: "Priced", value: BY_LABELS[by] },
    { label: BASE_LABELS[by], value },
    ...added("Each bedroom", rules.bedroom),
    ...added("Each bathroom", rules.bathroom),
    ...added("Each half bath", rules.half_bath),
    ...rules.bands.map((band) => ({
      label: formatSize(band.up_to),
      value: rateText(band) || "nothing added",
    })),
    ...rules.extras.map((extra) => ({
      label: `Extra: ${extra.title}`,
      value: `${rateText(extra)}${extra.most > 1 ? `, up to ${extra.most}` : ""}`,
    })),
    ...added("First visit", rules.first_visit),
    ...(rules.minimum > 0 ? [{ label: "Minimum charge", value: money(rules.minimum) }] : []),
    ...FREQUENCIES.flatMap((frequency) => {
      const price = rules.frequencies[frequency];
      return price
        ? [{ label: FREQUENCY_LABELS[frequency], value: `${money(price.cents)} a ${price.per}` }]
        : [];
    }),
  ];
}

type List = { rules: PriceRules; begins_on: string };

/** Lines that two lists have differently, as the audit trail and a second editor see them. */
export function differencesOf(
  before: List,
  after: List,
  currency = "USD",
): { label: string; before: string | null; after: string | null }[] {
  const texts = ({ rules, begins_on }: List) =>
    new Map([
      ...linesOf(rules, currency).map(({ label, value }) => [label, value] as const),
      ["Begins", formatDate(begins_on)] as const,
    ]);
  const [old, now] = [texts(before), texts(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((label) => ({ label, before: old.get(label) ?? null, after: now.get(label) ?? null }))
    .filter(({ before: one, after: other }) => one !== other);
}
