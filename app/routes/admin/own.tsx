import { data, redirect } from "react-router";
import { pageMeta } from "~/features/content/site/page-meta";
import { ownerSchema } from "~/features/office/setup/forms";
import { leaveDemo } from "~/features/office/setup/leave.server";
import { SETUP_PAGE } from "~/features/office/setup/steps";
import { LeaveForm } from "~/features/office/setup/ui/leave-form";
import type { Refused } from "~/features/office/setup/ui/owner-fields";
import { readSettings } from "~/features/operations/settings/queries.server";
import { startingOverContext } from "~/platform/context.server";
import { redirectTo } from "~/platform/request/flash.server";
import { checkForm, firstErrors } from "~/platform/request/form.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { Card } from "~/ui/page/card";
import type { Route } from "./+types/own";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Start your own company", "Leave the demo.", { noindex: true });

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

export async function loader({ request, context }: Route.LoaderArgs) {
  const { "site.kind": kind } = await readSettings(requireStaff(request, context));
  if (kind !== "demo") throw redirect("/admin");
  return null;
}

const FAILURES = {
  "not saved": "The demo could not be backed up first, so nothing was changed.",
  busy: "The site is busy. Nothing was changed. Please try again in a minute.",
  "no right": "The database user isn't allowed to empty its tables, so nothing was changed.",
} as const;

const TAKEN = "The account of ADMIN_EMAIL has this email. Log in with that account, or enter another email.";

type Answer = Pick<Refused, "errors"> & { message?: string };

export async function action({ request, context }: Route.ActionArgs) {
  const { ctx, form } = await requireStaffForm(request, context);
  const { password: _, ...values } = form;
  const refuse = (status: number, answer: Answer) => data({ values, ...answer }, status);
  const submission = checkForm(form, ownerSchema);
  if (submission.status !== "success") return refuse(400, { errors: firstErrors(submission.error) });
  const outcome = await leaveDemo(ctx, context.get(startingOverContext), submission.value);
  if (outcome.ok) {
    const toast = {
      title: `Welcome to ${submission.value.company_name}`,
      description: "The demo is gone. A backup of it is under Settings, Advanced.",
    };
    return redirectTo(context, SETUP_PAGE, { toast, reload: true });
  }
  if (outcome.reason === "no demo") return redirect("/admin");
  if (outcome.reason === "taken") return refuse(409, { errors: { email: TAKEN } });
  if (outcome.reason === "weak") return refuse(400, { errors: { password: outcome.message } });
  return refuse(outcome.reason === "busy" ? 409 : 503, { errors: {}, message: FAILURES[outcome.reason] });
}

/** Tells what leaving the demo does, and asks for the owner. */
export default function OwnCompany({ actionData }: Route.ComponentProps) {
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-6">
      <h1 className="text-title">Start your own company</h1>
      <Card className="grid grid-cols-1 gap-4 p-5 sm:p-7">
        <h2 className="text-heading">What happens</h2>
        <ol className="grid list-decimal gap-2 pl-5 text-moss">
          <li>A backup of the demo is made. You can restore it under Settings, Advanced.</li>
          <li>
            All customers, bookings, crews, services and settings of the demo are deleted. Other accounts are
            logged out.
          </li>
          <li>You become the owner, and a guide sets up your company step by step. You can stop anytime.</li>
          <li>The test checkout is switched off: until you connect Stripe, customers pay on the day.</li>
        </ol>
      </Card>
      <Card className="p-5 sm:p-7">
        <h2 className="mb-5 text-heading">You and your company</h2>
        <LeaveForm refused={actionData} />
      </Card>
    </div>
  );
}
