import { parsePhoneNumberFromString } from "libphonenumber-js/min";

/** A phone number as E.164; numbers without a country code are American. Null if it can't be dialed. */
export function e164Of(phone: string | null | undefined): string | null {
  const number = parsePhoneNumberFromString(phone ?? "", "US");
  return number?.isValid() ? number.number : null;
}

/** An E.164 number as people write it: American ones as (603) 555-0142, others as +44 20 7946 0958. */
export function formatPhone(phone: string): string {
  const number = parsePhoneNumberFromString(phone);
  if (!number) return phone;
  return number.countryCallingCode === "1" ? number.formatNational() : number.formatInternational();
}

/** A full name in two parts: the last word is the last name. */
export function splitName(name: string | null): { first_name: string | null; last_name: string | null } {
  const words = (name ?? "").trim().split(/\s+/);
  const last_name = words.length > 1 ? (words.pop() ?? null) : null;
  return { first_name: words.join(" ") || null, last_name };
}

/** First and last name in one; null if there is neither. */
export function fullName(person: { first_name: string | null; last_name: string | null }): string | null {
  return [person.first_name, person.last_name].filter(Boolean).join(" ") || null;
}

/** The digits of a phone number or a part of one, without the country code 1; null if the text is no number. */
export function phoneDigits(text: string): string | null {
  if (!/^[\d\s()+./\p{Dash}]+$/u.test(text)) return null;
  const digits = text.replace(/\D/g, "");
  if (/^1\d{10}$/.test(digits)) return digits.slice(1);
  return digits.length >= 3 ? digits : null;
}

type Named = Record<"company_name" | "first_name" | "last_name", string | null>;

/** What a customer is called: the company, else the full name; null if there is neither. */
export function nameOf(customer: Named): string | null {
  return customer.company_name || fullName(customer);
}
