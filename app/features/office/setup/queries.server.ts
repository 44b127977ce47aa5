// Rooms: services (catalog), what protects the account (identity), settings (operations), area, hours and crews (scheduling).
import { and, eq, exists, isNull } from "drizzle-orm";
import { services } from "~/db/schema/catalog";
import { crews } from "~/db/schema/crews";
import { crew_members } from "~/db/schema/office";
import { readOfficeServices } from "~/features/catalog/office/queries.server";
import { readProofMeans } from "~/features/identity/security/proof.server";
import { type Logo, parseLogo } from "~/features/operations/settings/brand/brand";
import { feePolicyOf, feeValues } from "~/features/operations/settings/fee-policy";
import { formValues } from "~/features/operations/settings/forms";
import { readEmailSetup, readSettings } from "~/features/operations/settings/queries.server";
import { type Choices, zoneChoices } from "~/features/operations/settings/settings";
import { POSTAL_ADDRESS, UNNAMED } from "~/features/operations/settings/site/site";
import { areaValues, storedRules } from "~/features/scheduling/area/forms";
import { readCrews } from "~/features/scheduling/crews/queries.server";
import { readHoursPage } from "~/features/scheduling/opening-hours/queries.server";
import type { StaffCtx } from "~/platform/context.server";
import { type ChecklistItem, checklistOf, isComplete } from "./checklist";
import { parseSteps, type StepName, type StepStates } from "./steps";

export type SetupCard = { items: ChecklistItem[] };

/** What is missing before the first customer; null when the guide is closed or nothing is. */
export async function readChecklist(ctx: StaffCtx): Promise<SetupCard | null> {
  const settings = await readSettings(ctx);
  if (settings["site.kind"] === "demo" || !settings["setup.open"]) return null;
  const steps = parseSteps(settings["setup.steps"]);
  const [offered, staffed_crews, { server }, { passkey, code }, way] = await Promise.all([
    ctx.db.$count(services, eq(services.is_active, true)),
    ctx.db.$count(crews, staffed(ctx)),
    readEmailSetup(ctx),
    readProofMeans(ctx),
    ctx.payments.way(),
  ]);
  const items = checklistOf({
    steps,
    named: settings["general.company_name"] !== UNNAMED.company_name,
    reachable:
      settings["general.phone"] !== UNNAMED.phone &&
      settings["general.contact_email"] !== UNNAMED.contact_email,
    address: POSTAL_ADDRESS.every((part) => settings[part] !== ""),
    services: offered,
    staffed_crews,
    mail: server !== null || steps.email === "done",
    cards: way === "stripe",
    second_factor: passkey || code,
  });
  return isComplete(items) ? null : { items };
}

/** Crews that work and have a member. */
function staffed({ db }: StaffCtx) {
  const members = db
    .select({ id: crew_members.id })
    .from(crew_members)
    .where(and(eq(crew_members.crew_id, crews.id), isNull(crew_members.left_at)));
  return and(eq(crews.is_active, true), exists(members));
}

/** What a page of the guide shows: how far it is, and what its form begins with. */
export async function readStep<Name extends StepName>(ctx: StaffCtx, name: Name) {
  const settings = await readSettings(ctx);
  const states: StepStates = parseSteps(settings["setup.steps"]);
  return { name, states, ...(await readForm(ctx, name, settings)) };
}

type StepForm = {
  values: Record<string, string>;
  /** Titles of what exists already. */
  there: string[];
  choices: Choices | null;
  /** Whether the viewer's password is enough to add a passkey. */
  takes_passkey: boolean;
  /** The logo that is stored. */
  logo: Logo | null;
};

async function readForm(
  ctx: StaffCtx,
  name: StepName,
  settings: Awaited<ReturnType<typeof readSettings>>,
): Promise<StepForm> {
  const form = (values: Record<string, string>, more: Partial<StepForm> = {}) => ({
    ...{ values, there: [], choices: null, takes_passkey: false, logo: null },
    ...more,
  });
  switch (name) {
    case "company":
      return form(withoutUnnamed(formValues(settings, "general")));
    case "look":
      return form({ accent: settings["brand.accent"] }, { logo: parseLogo(settings["brand.logo"]) });
    case "region": {
      const values = { ...formValues(settings, "general"), ...formValues(settings, "payments") };
      return form(values, { choices: zoneChoices(settings["general.timezone"]) });
    }
    case "area":
      return form(areaValues(storedRules(settings)));
    case "hours":
      return form((await readHoursPage(ctx)).values);
    case "services":
      return form({}, { there: (await readOfficeServices(ctx)).map(({ title }) => title) });
    case "crews":
      return form({}, { there: (await readCrews(ctx)).map((crew) => crew.name) });
    case "email":
      return form(formValues(settings, "email"));
    case "payments":
      return form(formValues(settings, "payments"));
    case "policy":
      return form(feeValues(feePolicyOf(settings)));
    case "owner": {
      const { password, passkey, code } = await readProofMeans(ctx);
      const there = [passkey && "A passkey", code && "Two-factor authentication"];
      return form(
        {},
        { there: there.filter((one) => one !== false), takes_passkey: password && !passkey && !code },
      );
    }
    case "texts":
      return form(formValues(settings, "general"));
  }
}

/** What stands for the company until it has said something is not offered as its own words. */
function withoutUnnamed(values: Record<string, string>): Record<string, string> {
  const placeholders = Object.entries(UNNAMED);
  return Object.fromEntries(
    Object.entries(values).filter(
      ([key, value]) => !placeholders.some(([name, text]) => name === key && text === value),
    ),
  );
}
