import { checkPhoneForm } from "~/features/booking/office/forms";
import { readService } from "~/features/catalog/queries.server";
import { holdPlanByPhone } from "~/features/plans/phone/hold.server";
import { readPhonePlanOffer } from "~/features/plans/phone/queries.server";
import type { StaffCtx } from "~/platform/context.server";
import { FIRST } from "./plans";

/** The form of a call about Monthly Home Care every other Tuesday at 10:00 AM. */
export const PHONE_PLAN = {
  ...{ customer_name: "Ruth Merrill", customer_phone: "(603) 555-0177", customer_email: "ruth@mail.example" },
  ...{ service: "monthly-home-care", frequency: "biweekly", bedrooms: "2", bathrooms: "1", hours: "3" },
  ...{ date: FIRST, time: "10:00 AM" },
  ...{
    street: "9 Main Street",
    apartment: "",
    city: "Concord",
    state: "nh",
    zip: "03301",
    notes: "Side door",
  },
};

/** What staff see of the plan that this form asks for. */
export async function previewOf(staff: StaffCtx, change: Record<string, string> = {}) {
  const { plan } = await readPhonePlanOffer(staff, new URLSearchParams({ ...PHONE_PLAN, ...change }));
  return plan;
}

/** Sends the form as staff do who look at the preview first. */
export async function sellPlan(
  staff: StaffCtx,
  change: Record<string, string> = {},
  { token = crypto.randomUUID() as string, seen }: { token?: string; seen?: string } = {},
) {
  const fields: Record<string, string> = { ...PHONE_PLAN, ...change };
  const checked = checkPhoneForm(fields, await readService(staff, fields.service ?? ""));
  if (!checked.ok) throw new Error(JSON.stringify(checked.errors));
  const { request, customer } = checked;
  const shown = seen ?? (await previewOf(staff, change))?.seen ?? "";
  return holdPlanByPhone(staff, { token, request, customer, seen: shown });
}

/** Sells a plan; returns its id. */
export async function aSoldPlan(staff: StaffCtx, change: Record<string, string> = {}): Promise<string> {
  const outcome = await sellPlan(staff, change);
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.plan_id;
}
