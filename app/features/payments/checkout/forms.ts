import { z } from "zod";
import { cleanLine } from "~/lib/text";
import { digitsOf, isCardNumber, isExpired, parseExpiry, type YearMonth } from "./card";

const LONGEST = 254;
const NO_NAME = "Name must be at least 2 characters";
const NO_EMAIL = "Please enter a valid email address";
const NO_PHONE = "Please enter a valid phone number";
const NO_NUMBER = "Card number is not valid. Please check the digits.";
const NO_EXPIRY = "Expiry must be a month written as MM/YY.";
const NO_CVC = "CVC must be the 3 digits on the back of the card.";
/** Of a month that is one, but over. */
export const EXPIRED = "Expiry is in the past. Please use another card.";

/** Who books: what every checkout asks for. */
export const contactSchema = z.object({
  name: field("Name", NO_NAME).min(2, NO_NAME),
  email: field("Email", NO_EMAIL).refine((text) => z.regexes.email.test(text), NO_EMAIL),
  phone: field("Phone", NO_PHONE).min(10, NO_PHONE),
});

export type Contact = z.output<typeof contactSchema>;

/** The form of the test checkout. `now` is the month in which it is sent. The card number comes out as digits. */
export function cardFormSchema(now: YearMonth) {
  const isGood = (text: string) => {
    const expiry = parseExpiry(text);
    return expiry === null || !isExpired(expiry, now);
  };
  return contactSchema.extend({
    number: field("Card number", NO_NUMBER).refine(isCardNumber, NO_NUMBER).transform(digitsOf),
    expiry: field("Expiry", NO_EXPIRY)
      .refine((text) => parseExpiry(text) !== null, { error: NO_EXPIRY, abort: true })
      .refine(isGood, EXPIRED),
    cvc: field("CVC", NO_CVC).regex(/^\d{3}$/, NO_CVC),
  });
}

export type CardForm = z.output<ReturnType<typeof cardFormSchema>>;

/** A line of text. Empty, missing and invalid give the same message. */
function field(label: string, message: string) {
  return z
    .string(message)
    .overwrite(cleanLine)
    .max(LONGEST, { error: `${label} can have at most ${LONGEST} characters.`, abort: true });
}
