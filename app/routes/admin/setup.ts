import { redirect } from "react-router";
import { closeGuide } from "~/features/office/setup/save-step.server";
import { openStep, parseSteps, SETUP_PAGE, STEPS, stepPath } from "~/features/office/setup/steps";
import { readSettings } from "~/features/operations/settings/queries.server";
import { redirectTo } from "~/platform/request/flash.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import type { Route } from "./+types/setup";

/** Leads to the first step that is open. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const settings = await readSettings(requireStaff(request, context));
  const name = openStep(parseSteps(settings["setup.steps"])) ?? STEPS[0].name;
  return redirect(stepPath(name));
}

/** Takes the checklist off the dashboard. */
export async function action({ request, context }: Route.ActionArgs) {
  const { ctx, form } = await requireStaffForm(request, context);
  if (form.intent !== "close") return redirectTo(context, SETUP_PAGE);
  await closeGuide(ctx);
  const toast = { title: "Checklist closed", description: "The guide stays under Settings, Advanced." };
  return redirectTo(context, "/admin", { toast });
}
