import { createHash } from "node:crypto";
import type { Stripe } from "stripe";
import { phoneHref } from "~/lib/phone";
import type { CheckoutRequest } from "~/platform/payment-gateway";
import { Forbidden, KeptFailure, Refused } from "./ask.server";
import type { Connection } from "./connection.server";

type Who = Pick<CheckoutRequest, "customer_name" | "customer_email" | "customer_phone">;

/** Stripe takes no longer names and numbers. */
const LIMITS = { name: 150, phone: 20 };

/**
 * Makes a customer, from whom Stripe's page fills in name and phone: a session alone can only bring an email. Answers the id,
 * or null where nothing but the email is known, or Stripe won't have the customer, or the key may not make any: the page asks
 * for everything then. The same person is the same customer for a day.
 */
export async function customerFor({ ask }: Connection, who: Who): Promise<string | null> {
  const params = customerParams(who);
  if (!params) return null;
  const key = `customer:${createHash("sha256").update(JSON.stringify(params)).digest("base64url")}`;
  try {
    return (await ask((stripe, options) => stripe.customers.create(params, options), key)).id;
  } catch (error) {
    const goesWithout =
      error instanceof Refused || error instanceof Forbidden || error instanceof KeptFailure;
    if (goesWithout) return null;
    throw error;
  }
}

/** What Stripe is told of somebody; null without a name and a phone number. */
function customerParams(who: Who): Stripe.CustomerCreateParams | null {
  const { customer_email: email } = who;
  const name = who.customer_name?.slice(0, LIMITS.name);
  const phone = phoneFor(who.customer_phone);
  if (!name && !phone) return null;
  return { ...(email && { email }), ...(name && { name, individual_name: name }), ...(phone && { phone }) };
}

/** As the page expects it, with its country: a number without one is from here. Extensions have no place there. */
function phoneFor(phone: string | null): string | undefined {
  const [number = ""] =
    phoneHref(phone ?? "")
      ?.replace("tel:", "")
      .split(";") ?? [];
  const whole = /^1?\d{10}$/.test(number) ? `+1${number.slice(-10)}` : number;
  return whole.length > 0 && whole.length <= LIMITS.phone ? whole : undefined;
}
