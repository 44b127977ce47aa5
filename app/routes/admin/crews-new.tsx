import { data } from "react-router";
import {
  CREWS_PAGE,
  crewPath,
  crewSchema,
  type Refused,
  wrongFields,
} from "~/features/scheduling/crews/forms";
import { addCrew } from "~/features/scheduling/crews/save-crew.server";
import { CrewForm } from "~/features/scheduling/crews/ui/crew-form";
import { redirectTo } from "~/platform/request/flash.server";
import { checkForm } from "~/platform/request/form.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { SidePanel } from "~/ui/list/side-panel";
import type { Route } from "./+types/crews-new";

export function loader({ request, context }: Route.LoaderArgs) {
  requireStaff(request, context);
  return null;
}

export async function action({ request, context }: Route.ActionArgs) {
  const { ctx, form: values } = await requireStaffForm(request, context);
  const refuse = (errors: Record<string, string>, status: 400 | 409) =>
    data({ intent: "add", id: "", errors, values, message: null } satisfies Refused, { status });
  const submission = checkForm(values, crewSchema);
  if (submission.status !== "success") return refuse(wrongFields(submission.error), 400);
  const outcome = await addCrew(ctx, submission.value);
  if (!outcome.ok) return refuse({ name: outcome.message }, 409);
  return redirectTo(context, crewPath(outcome.id), { toast: { title: "Crew added" } });
}

export default function NewCrew({ actionData }: Route.ComponentProps) {
  return (
    <SidePanel title="New crew" closeHref={CREWS_PAGE}>
      <CrewForm refused={actionData} />
    </SidePanel>
  );
}
