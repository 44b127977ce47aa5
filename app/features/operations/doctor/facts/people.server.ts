import { and, count, eq, inArray, like, notInArray, sql } from "drizzle-orm";
import { passkeys, users } from "~/db/schema/accounts";
import { customer_contacts } from "~/db/schema/customers";
import { readSettings } from "~/features/operations/settings/queries.server";
import { POSTAL_ADDRESS } from "~/features/operations/settings/site/site";
import { readStaffRoles } from "~/platform/auth/actor.server";
import { may } from "~/platform/auth/roles";
import type { Database } from "~/platform/database/database.server";
import { checkContact, checkDemo, checkSecondFactor } from "../people";
import type { CheckKind, LimitedWorld } from "./define.server";

/** What the addresses of the demo company end in. */
const DEMO_ADDRESS = "%.example";

/** Checks of staff, demo data and the company's details. */
export function peopleChecks({ db, clock }: LimitedWorld): CheckKind[] {
  const group = "people" as const;
  return [
    {
      id: "second-factor",
      group,
      title: "Second factor",
      look: async () => {
        const settings = await readSettings({ db });
        const today = clock().toZonedDateTimeISO("UTC").toPlainDate().toString();
        const staff = await readWithout(db);
        return checkSecondFactor({ ...staff, from: settings["users.second_factor_from"] }, today);
      },
    },
    {
      id: "demo",
      group,
      title: "Demo company",
      look: async () => {
        const { "site.kind": kind } = await readSettings({ db });
        return checkDemo({ is_demo: kind === "demo", ...(await countDemo(db)) });
      },
    },
    {
      id: "contact",
      group,
      title: "Contact details",
      look: async () => {
        const settings = await readSettings({ db });
        return checkContact({
          email: settings["general.contact_email"],
          phone: settings["general.phone"],
          hasAddress: POSTAL_ADDRESS.every((part) => settings[part] !== ""),
        });
      },
    },
  ];
}

/** How many may enter the office, and who of them has no second factor. */
async function readWithout(db: Database) {
  const staff = [...(await readStaffRoles(db))].filter(([, role]) => may(role, "office.enter"));
  const ids = staff.map(([id]) => id);
  const without = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        inArray(users.id, ids),
        sql`${users.twoFactorEnabled} is not true`,
        notInArray(users.id, db.select({ id: passkeys.userId }).from(passkeys)),
      ),
    );
  const bare = new Set(without.map(({ id }) => id));
  const owners = staff.filter(([id, role]) => role === "owner" && bare.has(id));
  return { staff: staff.length, without: bare.size, owners_without: owners.length };
}

async function countDemo(db: Database) {
  const accounts = await db.$count(users, like(users.email, DEMO_ADDRESS));
  const [found] = await db
    .select({ customers: count() })
    .from(customer_contacts)
    .where(and(eq(customer_contacts.kind, "email"), like(customer_contacts.value, DEMO_ADDRESS)));
  return { accounts, customers: found?.customers ?? 0 };
}
