/** An amount of money in whole cents. */
export type Cents = number;

type MoneyStyle = {
  /** "$53" instead of "$53.00"; "$53.50" stays. */
  dropZeroCents?: boolean;
};

const formatters = new Map<string, Intl.NumberFormat>();

/** Cents as US English text: `formatCents(15900)` is "$159.00". `currency` is an ISO 4217 code. */
export function formatCents(cents: Cents, currency = "USD", style: MoneyStyle = {}): string {
  return formatterFor(currency, Boolean(style.dropZeroCents)).format(cents / 100);
}

function formatterFor(currency: string, dropZeroCents: boolean): Intl.NumberFormat {
  const key = `${currency} ${dropZeroCents}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.NumberFormat("en-US", {
      style: "currency",
      currency,
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
      trailingZeroDisplay: dropZeroCents ? "stripIfInteger" : "auto",
    });
    formatters.set(key, formatter);
  }
  return formatter;
}

/** The cents of typed text such as "79.5", "$79.50" or "1,234.00"; null if it is not an amount. */
export function parseCents(text: string): Cents | null {
  const [, whole = "", part = ""] =
    /^\$? ?(\d{1,7}|\d{1,3}(?:,\d{3}){1,2})(?:\.(\d{1,2}))?$/.exec(text.trim()) ?? [];
  return whole === "" ? null : Number(whole.replaceAll(",", "")) * 100 + Number(part.padEnd(2, "0"));
}
