// Rooms: services (catalog), what protects the account (identity), settings (operations), area, hours and crews (scheduling).
import { and, eq, isNull, sql } from "drizzle-orm";
import type { z } from "zod";
import { services } from "~/db/schema/catalog";
import { crews } from "~/db/schema/crews";
import { crew_members } from "~/db/schema/office";
import { addService } from "~/features/catalog/office/save.server";
import { readProofMeans } from "~/features/identity/security/proof.server";
import { type LookForm, saveLook } from "~/features/operations/settings/brand/save.server";
import { FORMS, formValues, type SettingsTab } from "~/features/operations/settings/forms";
import { readSettings } from "~/features/operations/settings/queries.server";
import { saveSettings } from "~/features/operations/settings/save.server";
import { saveFees } from "~/features/operations/settings/save-fees.server";
import { recordSettings, storeSetting } from "~/features/operations/settings/store.server";
import { areaValues, storedRules } from "~/features/scheduling/area/forms";
import { saveArea } from "~/features/scheduling/area/save.server";
import { crewSchema, memberSchema } from "~/features/scheduling/crews/forms";
import { addMember } from "~/features/scheduling/crews/members.server";
import { addCrew } from "~/features/scheduling/crews/save-crew.server";
import { readHoursPage } from "~/features/scheduling/opening-hours/queries.server";
import { saveHours } from "~/features/scheduling/opening-hours/save.server";
import { parseCents } from "~/lib/money";
import type { StaffCtx } from "~/platform/context.server";
import { type Database, lockUntilCommit } from "~/platform/database/database.server";
import { checkForm, type Fields, firstErrors } from "~/platform/request/form.server";
import { type FieldStep, type StepName, type StepState, withStep } from "./steps";
import { serviceOf, TEMPLATES } from "./templates";

type Errors = Record<string, string>;
/** The errors of a form by field; null when it was saved. */
type Saving = (ctx: StaffCtx, form: Fields) => Promise<Errors | null>;

export type SaveStepOutcome = { ok: true } | { ok: false; reason: "invalid"; errors: Errors };

/** Saves a step's form by the verb of its room, and notes that the step is done. What the form leaves out stays. */
export async function saveStep(ctx: StaffCtx, name: FieldStep, form: Fields): Promise<SaveStepOutcome> {
  const errors = await SAVINGS[name](ctx, form);
  if (errors) return { ok: false, reason: "invalid", errors };
  await noteStep(ctx, name, (await isDone(ctx, name)) ? "done" : "skipped");
  return { ok: true };
}

/** The owner's step has no form: it is done when more than a password protects the account. */
async function isDone(ctx: StaffCtx, name: StepName): Promise<boolean> {
  if (name !== "owner") return true;
  const { passkey, code } = await readProofMeans(ctx);
  return passkey || code;
}

/** Notes what became of a step. Twice has no further effect. */
export async function noteStep(ctx: StaffCtx, name: StepName, state: StepState): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lockUntilCommit(tx, "settings");
    const before = (await readSettings({ db: tx }))["setup.steps"];
    const value = withStep(before, name, state);
    if (value !== before) await storeSetting(tx, ctx, { category: "setup", key: "steps", value });
  });
}

/** Takes the checklist off the dashboard. Twice has no further effect. */
export async function closeGuide(ctx: StaffCtx): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lockUntilCommit(tx, "settings");
    if (!(await readSettings({ db: tx }))["setup.open"]) return;
    await storeSetting(tx, ctx, { category: "setup", key: "open", value: "false" });
    await recordSettings(tx, ctx, "setup", { before: { open: true }, after: { open: false } });
  });
}

const nothing: Saving = async () => null;

const SAVINGS: Record<FieldStep, Saving> = {
  company: (ctx, form) =>
    saveTab(ctx, "general", form, [
      ...(["company_name", "contact_email", "phone", "company_description"] as const),
      ...(["street", "city", "state", "zip"] as const),
    ]),
  region: (ctx, form) =>
    saveTabs(ctx, form, { general: ["timezone"], payments: ["collect_tax", "tax_rate"] }),
  area: async (ctx, form) => {
    const stored = areaValues(storedRules(await readSettings({ db: ctx.db })));
    return errorsOf(await saveArea(ctx, { ...stored, ...pick(form, Object.keys(stored)) }, stored));
  },
  hours: async (ctx, form) => {
    const { values } = await readHoursPage(ctx);
    const kept = Object.entries(values).filter(([key]) => !key.startsWith("works_"));
    return errorsOf(await saveHours(ctx, { ...Object.fromEntries(kept), ...form, hours: "own" }, values));
  },
  services: saveServices,
  crews: saveCrew,
  email: async (ctx, form) =>
    form.smtp_host?.trim()
      ? saveTab(ctx, "email", form, ["smtp_host", "smtp_port", "smtp_user", "smtp_pass", "from_email"])
      : { smtp_host: "Enter your mail server, or skip this step." },
  payments: (ctx, form) =>
    saveTab(ctx, "payments", form, [
      ...(["stripe_public_key", "stripe_secret_key", "stripe_webhook_secret", "without_provider"] as const),
    ]),
  policy: async (ctx, form) => errorsOf(await saveFees(ctx, form, null)),
  owner: nothing,
  texts: (ctx, form) => saveTab(ctx, "general", form, ["insured", "background_checks"]),
};

const saveTab = (ctx: StaffCtx, tab: SettingsTab, form: Fields, fields: readonly string[]) =>
  saveTabs(ctx, form, { [tab]: fields });

/** Saves some fields of tabs of the settings, unless one of them is wrong. The other fields stay as they are. */
async function saveTabs(
  ctx: StaffCtx,
  form: Fields,
  tabs: Partial<Record<SettingsTab, readonly string[]>>,
): Promise<Errors | null> {
  const settings = await readSettings({ db: ctx.db });
  const checked = (Object.entries(tabs) as [SettingsTab, readonly string[]][]).map(([tab, fields]) => {
    const others = Object.entries(formValues(settings, tab)).filter(([key]) => !fields.includes(key));
    const schema: z.ZodType<Record<string, string | undefined>> = FORMS[tab];
    const typed = { ...Object.fromEntries(others), ...pick(form, fields) };
    return { tab, submission: checkForm(typed, schema, { disableAutoCoercion: true }) };
  });
  for (const { submission } of checked)
    if (submission.status !== "success") return firstErrors(submission.error);
  for (const { tab, submission } of checked) {
    if (submission.status !== "success") continue;
    const outcome = await saveSettings(ctx, tab, submission.value, formValues(settings, tab));
    if (!outcome.ok) return { [outcome.field]: outcome.message };
  }
  return null;
}

/** Saves the look, and notes that its step is done. */
export async function saveLookStep(ctx: StaffCtx, form: LookForm): Promise<SaveStepOutcome> {
  const outcome = await saveLook(ctx, form);
  if (!outcome.ok) return { ok: false, reason: "invalid", errors: outcome.errors };
  await noteStep(ctx, "look", "done");
  return { ok: true };
}

/** Adds the templates that were ticked, at their prices; those that were added before stay as they are. */
async function saveServices(ctx: StaffCtx, form: Fields): Promise<Errors | null> {
  const chosen = TEMPLATES.flatMap(({ templates }) => templates).filter(({ id }) => form[`add_${id}`]);
  const priced = chosen.map((template) => ({
    template,
    cents: parseCents(form[`price_${template.id}`] ?? ""),
  }));
  const wrong = priced.filter(({ cents }) => cents === null || cents < 100 || cents > 1_000_000);
  if (wrong.length > 0) {
    const message = "Price must be an amount from 1 to 10,000 dollars, like 53 or 52.50.";
    return Object.fromEntries(wrong.map(({ template }) => [`price_${template.id}`, message]));
  }
  if (chosen.length === 0 && (await ctx.db.$count(services)) === 0)
    return { services: "Choose at least one service, or skip this step." };
  for (const { template, cents } of priced) {
    const outcome = await addService(ctx, { ...serviceOf(template, cents ?? 0), form_id: template.id });
    if (!outcome.ok) return { [`price_${template.id}`]: outcome.message };
  }
  return null;
}

/** Adds a crew with its first members, one a line: all or nothing. Sent twice, it is one crew. Nothing to add is fine once there is one. */
async function saveCrew(ctx: StaffCtx, form: Fields): Promise<Errors | null> {
  const isEmpty = [form.name, form.members, form.email].every((text) => !text?.trim());
  if (isEmpty && (await ctx.db.$count(crews)) > 0) return null;
  const crew = checkForm(form, crewSchema);
  if (crew.status !== "success") return firstErrors(crew.error);
  const names = (form.members ?? "").split("\n").map((name) => name.trim());
  const checked = names.filter(Boolean).map((name) => memberSchema.safeParse({ name }));
  const members = checked.flatMap(({ data }) => data ?? []);
  if (checked.length === 0) return { members: "Add at least one member." };
  if (checked.length > 20) return { members: "Add at most 20 members here." };
  if (members.length < checked.length) return { members: "A name can have at most 60 characters." };
  return ctx.db.transaction(async (tx) => {
    const added = await addCrew({ ...ctx, db: tx }, crew.value);
    if (!added.ok) return (await hasCrew(tx, crew.value, members)) ? null : { name: added.message };
    for (const member of members) await addMember({ ...ctx, db: tx }, { ...member, crew_id: added.id });
    return null;
  });
}

/** Whether there is a crew of this name with these members. */
async function hasCrew(tx: Database, { name }: { name: string }, members: { name: string }[]) {
  const found = await tx
    .select({ name: crew_members.name })
    .from(crew_members)
    .innerJoin(crews, eq(crews.id, crew_members.crew_id))
    .where(and(eq(sql`lower(${crews.name})`, name.toLowerCase()), isNull(crew_members.left_at)));
  const there = new Set(found.map((member) => member.name));
  return members.every((member) => there.has(member.name));
}

function errorsOf(outcome: { ok: true } | { ok: false; errors: Record<string, string | undefined> }) {
  if (outcome.ok) return null;
  return Object.fromEntries(Object.entries(outcome.errors).map(([name, error]) => [name, error ?? ""]));
}

function pick(form: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(form).filter(([name]) => names.includes(name)));
}
