import { data, useLocation } from "react-router";
import { liftBounce } from "~/features/notifications/email/bounces.server";
import { MAIL_LIST } from "~/features/notifications/email/office/list";
import { readOfficeMail } from "~/features/notifications/email/office/queries.server";
import { sendEmailAgain } from "~/features/notifications/email/office/resend.server";
import { MailPanel } from "~/features/notifications/email/office/ui/panel";
import type { ToastMessage } from "~/lib/toast-message";
import { allowContext } from "~/platform/context.server";
import { redirectTo } from "~/platform/request/flash.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { SidePanel } from "~/ui/list/side-panel";
import { Refusal } from "~/ui/page/refusal";
import type { Route } from "./+types/mail-message";

export async function loader({ request, context, params: { id } }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const email = await readOfficeMail(ctx, id);
  return data({ email }, email ? 200 : 404);
}

const NOT_SENT = { title: "Nothing was sent", destructive: true };
const TOO_MANY = "Too many emails were sent again in a short time. Please wait an hour.";
const UNKNOWN_FORM = "This form is not known here. Please reload the page.";

/** Sends the email again, or allows email to its address again. */
export async function action({ request, context, params: { id } }: Route.ActionArgs) {
  const { ctx, form } = await requireStaffForm(request, context);
  const back = (toast: ToastMessage) =>
    redirectTo(context, `${MAIL_LIST.path}/${id}${new URL(request.url).search}`, { toast });
  const { intent, attempts = "" } = form;
  if (intent === "try-address") {
    const { ok } = await liftBounce(ctx, { entity: "mail", id });
    return ok ? back({ title: "Emails to this address are on again" }) : data({ toast: null }, 404);
  }
  if (intent !== "again" || !/^\d{1,6}$/.test(attempts))
    return data({ toast: { ...NOT_SENT, description: UNKNOWN_FORM } }, 400);
  if (!(await context.get(allowContext)("send-again", ctx.actor.id)))
    return data({ toast: { ...NOT_SENT, description: TOO_MANY } }, 429);
  const outcome = await sendEmailAgain(ctx, { id, attempts: Number(attempts) });
  if (outcome.ok) return back({ title: "Email queued", description: "It will go out in a moment." });
  if (outcome.reason === "not found") return data({ toast: null }, 404);
  return data({ toast: { ...NOT_SENT, description: outcome.message } }, 409);
}

export default function EmailMessage({ loaderData: { email }, actionData }: Route.ComponentProps) {
  const { search } = useLocation();
  return (
    <SidePanel title="Email" closeHref={`${MAIL_LIST.path}${search}`}>
      <Refusal toast={actionData?.toast} className="mb-5" />
      {email ? (
        <MailPanel key={email.id} email={email} />
      ) : (
        <p className="text-moss">
          We can't find this email. It may have been deleted with the customer's account.
        </p>
      )}
    </SidePanel>
  );
}
