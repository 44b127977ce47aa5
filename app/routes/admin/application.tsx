import { randomUUID } from "node:crypto";
import { data, useLocation } from "react-router";
import { statusToast } from "~/features/careers/office/application";
import { contactApplicant, rejectApplication } from "~/features/careers/office/email.server";
import { applicationNoteSchema, emailSchema, interviewSchema } from "~/features/careers/office/forms";
import { cancelInterview, scheduleInterview } from "~/features/careers/office/interview.server";
import { APPLICATION_LIST, applicationPath, isApplicationStatus } from "~/features/careers/office/list";
import { readOfficeApplication } from "~/features/careers/office/queries.server";
import {
  addApplicationNote,
  removeApplicationNote,
  setApplicationStatus,
} from "~/features/careers/office/status.server";
import { type ApplicationForm, ApplicationPanel } from "~/features/careers/office/ui/panel";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { ownEntry } from "~/lib/own-entry";
import type { ToastMessage } from "~/lib/toast-message";
import type { StaffCtx } from "~/platform/context.server";
import { redirectTo } from "~/platform/request/flash.server";
import { checkForm, type Fields, firstErrors } from "~/platform/request/form.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { SidePanel } from "~/ui/list/side-panel";
import type { Route } from "./+types/application";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Job Application", "A job application.", { noindex: true });

export const headers = pageHeaders;

const NO_STORE = { "Cache-Control": "no-store" };

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const application = await readOfficeApplication(ctx, params.id);
  if (!application) throw data(null, { status: 404 });
  return data({ application, form_id: randomUUID() }, { headers: NO_STORE });
}

type Answer =
  | { toast: ToastMessage }
  | { status: 400 | 409; message?: string; errors?: Record<string, string> }
  | "not found";

/** Handles every form of the panel. `intent` names the action. */
export async function action({ request, context, params: { id } }: Route.ActionArgs) {
  const { ctx, form } = await requireStaffForm(request, context);
  const { intent = "", ...values } = form;
  const answer = await (ownEntry(INTENTS, intent) ?? unknown)(ctx, id, values);
  if (answer === "not found") throw data(null, { status: 404 });
  const page = applicationPath(id) + listPart(new URL(request.url).search);
  if ("toast" in answer) return redirectTo(context, page, answer);
  const { status, message = null, errors = {} } = answer;
  return data({ intent, message, errors, values }, { status, headers: NO_STORE });
}

type Intent = (ctx: StaffCtx, id: string, values: Fields) => Promise<Answer>;

const INTENTS: Record<string, Intent> = {
  status: setStatus,
  interview,
  "cancel-interview": cancel,
  contact,
  reject,
  note,
  "remove-note": removeNote,
};

async function unknown(): Promise<Answer> {
  return { status: 400, message: "This form is not known here. Please reload the page." };
}

async function setStatus(ctx: StaffCtx, id: string, { status = "" }: Fields): Promise<Answer> {
  if (!isApplicationStatus(status)) return { status: 400, message: "Choose a status." };
  const outcome = await setApplicationStatus(ctx, { id, status });
  if (!outcome.ok) return "not found";
  const { before } = outcome;
  return { toast: statusToast({ id, page: applicationPath(id), before, after: status }) };
}

async function interview(ctx: StaffCtx, application_id: string, values: Fields): Promise<Answer> {
  const form = checkForm(values, interviewSchema, { disableAutoCoercion: true });
  if (form.status !== "success") return { status: 400, errors: firstErrors(form.error) };
  const outcome = await scheduleInterview(ctx, { application_id, ...form.value });
  if (outcome.ok) return { toast: { title: outcome.moved ? "Interview changed" : "Interview scheduled" } };
  return outcome.reason === "not found" ? "not found" : { status: 400, errors: { date: outcome.message } };
}

async function cancel(ctx: StaffCtx, id: string): Promise<Answer> {
  const outcome = await cancelInterview(ctx, id);
  return outcome.ok ? { toast: { title: "Interview cancelled" } } : "not found";
}

async function contact(ctx: StaffCtx, id: string, values: Fields): Promise<Answer> {
  const form = checkForm(values, emailSchema, { disableAutoCoercion: true });
  if (form.status !== "success") return { status: 400, errors: firstErrors(form.error) };
  const outcome = await contactApplicant(ctx, { id, email: form.value });
  return outcome.ok ? { toast: { title: "Email sent" } } : "not found";
}

async function reject(ctx: StaffCtx, id: string, values: Fields): Promise<Answer> {
  const form = values.mail ? checkForm(values, emailSchema, { disableAutoCoercion: true }) : null;
  if (form && form.status !== "success") return { status: 400, errors: firstErrors(form.error) };
  const outcome = await rejectApplication(ctx, { id, email: form ? form.value : null });
  if (!outcome.ok)
    return outcome.reason === "not found" ? "not found" : { status: 409, message: outcome.message };
  if (form) return { toast: { title: "Application rejected", description: "The email is on its way." } };
  const page = applicationPath(id);
  return { toast: statusToast({ id, page, before: outcome.before, after: "rejected" }) };
}

async function note(ctx: StaffCtx, application_id: string, values: Fields): Promise<Answer> {
  const form = checkForm(values, applicationNoteSchema, { disableAutoCoercion: true });
  if (form.status !== "success") return { status: 400, errors: firstErrors(form.error) };
  const added = await addApplicationNote(ctx, { application_id, ...form.value });
  return added ? { toast: { title: "Note added" } } : "not found";
}

async function removeNote(ctx: StaffCtx, application_id: string, values: Fields): Promise<Answer> {
  const body = await removeApplicationNote(ctx, { application_id, id: values.note ?? "" });
  if (body === null) return "not found";
  const fields = { intent: "note", body, form_id: randomUUID() };
  return { toast: { title: "Note removed", undo: { action: applicationPath(application_id), fields } } };
}

/** The query of the list, with the form to open in the panel. */
function listPart(search: string, form?: ApplicationForm): string {
  const params = new URLSearchParams(search);
  params.delete("form");
  if (form) params.set("form", form);
  return params.size > 0 ? `?${params}` : "";
}

const FORMS: readonly ApplicationForm[] = ["interview", "contact", "reject"];

export default function ApplicationRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { application, form_id } = loaderData;
  const { search } = useLocation();
  const requested = new URLSearchParams(search).get("form");
  return (
    <SidePanel
      key={application.id}
      title={application.name}
      closeHref={APPLICATION_LIST.path + listPart(search)}
    >
      <ApplicationPanel
        application={application}
        formId={form_id}
        openForm={FORMS.find((form) => form === requested) ?? null}
        hrefOf={(form) => applicationPath(application.id) + listPart(search, form)}
        refused={actionData}
      />
    </SidePanel>
  );
}
