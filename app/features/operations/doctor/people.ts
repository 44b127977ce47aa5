import { broken, counted, type Finding, good, isReservedName, page, todo } from "./check";

/** `without`: how many of the staff have no second factor; `from`: the day from which it is required, or "". */
export type StaffFacts = { staff: number; without: number; owners_without: number; from: string };

/** Whether a stolen password alone opens the office. `today`: in UTC, as the setting is. */
export function checkSecondFactor(facts: StaffFacts, today: string): Finding {
  const { staff, without, owners_without, from } = facts;
  if (owners_without > 0)
    return broken(
      `${counted(owners_without, "owner")} can sign in with a password alone. Set up a passkey or two-factor.`,
      page("Your security", "/profile/security"),
    );
  if (without > 0)
    return todo(
      `${without} of ${staff} staff have no passkey or two-factor${from > today ? `. From ${from} on they need one` : ""}.`,
      page("Manage staff", "/admin/users"),
    );
  if (!from)
    return todo(
      "All staff have a second factor, but new staff don't need one. Set a day from which it is required.",
      page("User settings", "/admin/settings?tab=users"),
    );
  return good("All staff have a passkey or two-factor, and new staff need one.");
}

/** Whether the site, or something in it, is the demo company. */
export function checkDemo({
  is_demo,
  accounts,
  customers,
}: {
  is_demo: boolean;
  accounts: number;
  customers: number;
}): Finding {
  if (is_demo)
    return broken(
      "The site is the demo company, with customers that don't exist, and says so on every page.",
      page("Start your own company", "/admin/own"),
    );
  if (accounts + customers === 0) return good("Nothing of the demo company is left.");
  const parts = [
    accounts > 0 && counted(accounts, "account"),
    customers > 0 && counted(customers, "customer"),
  ].filter(Boolean);
  return broken(
    `The demo company is still here, with ${parts.join(" and ")} that don't exist. Erase them.`,
    page("Customers", "/admin/customers"),
  );
}

type Contact = { email: string; phone: string; hasAddress: boolean };

/** Whether customers can reach the company, and whether newsletters have the postal address that CAN-SPAM asks for. */
export function checkContact({ email, phone, hasAddress }: Contact): Finding {
  const wrong = [
    isReservedName(email.replace(/^.*@/, "")) && `the email address ${email}`,
    /555\D?01\d\d$/.test(phone) && `the phone number ${phone}`,
  ].filter(Boolean);
  const settings = page("General settings", "/admin/settings?tab=general");
  if (wrong.length > 0)
    return broken(`The site shows ${wrong.join(" and ")}, which reaches nobody. Enter your own.`, settings);
  if (!hasAddress)
    return todo("Enter your postal address. Newsletters sent in the United States must show it.", settings);
  return good(`Customers reach you at ${email} and ${phone || "no phone"}.`);
}
