import type { Cents } from "~/lib/money";

/** Where it is not 50 hundredths (docs.stripe.com/currencies, minimum charge amounts). */
const LEAST: Record<string, Cents> = {
  AED: 200,
  BGN: 100,
  CZK: 1500,
  DKK: 250,
  GBP: 30,
  HKD: 400,
  HUF: 17_500,
  MXN: 1000,
  MYR: 200,
  NOK: 300,
  PLN: 200,
  RON: 200,
  SEK: 300,
  THB: 1000,
};

/** The least that a card can be charged, in cents of this currency. */
export function leastCharge(currency: string): Cents {
  return LEAST[currency.toUpperCase()] ?? 50;
}
