import { randomUUID } from "node:crypto";
import { data, useLocation } from "react-router";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { setMessageArchived, setMessageRead } from "~/features/messages/office/archive.server";
import { removeCannedReply, saveCannedReply } from "~/features/messages/office/canned-replies.server";
import { cannedSchema, replySchema } from "~/features/messages/office/forms";
import { MESSAGE_LIST, messagePath } from "~/features/messages/office/list";
import { readOfficeMessage } from "~/features/messages/office/queries.server";
import { replyToMessage } from "~/features/messages/office/reply.server";
import { CannedReplies } from "~/features/messages/office/ui/canned";
import { MessagePanel } from "~/features/messages/office/ui/panel";
import { ownEntry } from "~/lib/own-entry";
import type { ToastMessage } from "~/lib/toast-message";
import type { StaffCtx } from "~/platform/context.server";
import { redirectTo } from "~/platform/request/flash.server";
import { checkForm, type Fields, firstErrors } from "~/platform/request/form.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { SidePanel } from "~/ui/list/side-panel";
import { Notice } from "~/ui/page/notice";
import type { Route } from "./+types/message";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Message", "A message from the contact form.", { noindex: true });

export const headers = pageHeaders;

const NO_STORE = { "Cache-Control": "no-store" };

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const message = await readOfficeMessage(ctx, params.id);
  if (!message) throw data(null, { status: 404 });
  return data({ message, form_id: randomUUID() }, { headers: NO_STORE });
}

type Answer =
  | { toast: ToastMessage; to?: string }
  | { status: 400 | 409; message?: string; errors?: Record<string, string> }
  | "not found";

/** Handles every form of the panel. `intent` names the action. */
export async function action({ request, context, params: { id } }: Route.ActionArgs) {
  const { ctx, form } = await requireStaffForm(request, context);
  const { intent = "", ...values } = form;
  const answer = await (ownEntry(INTENTS, intent) ?? unknown)(ctx, id, values);
  if (answer === "not found") throw data(null, { status: 404 });
  if ("toast" in answer) {
    const { toast, to = messagePath(id) } = answer;
    return redirectTo(context, to + searchWith(new URL(request.url).search), { toast });
  }
  const { status, message = null, errors = {} } = answer;
  return data({ intent, message, errors, values }, { status, headers: NO_STORE });
}

type Intent = (ctx: StaffCtx, id: string, values: Fields) => Promise<Answer>;

const INTENTS: Record<string, Intent> = {
  reply,
  "canned-save": saveCanned,
  "canned-remove": removeCanned,
  read: (ctx, id) => mark(ctx, id, true),
  unread: (ctx, id) => mark(ctx, id, false),
  archive: (ctx, id) => archive(ctx, id, true),
  restore: (ctx, id) => archive(ctx, id, false),
};

async function unknown(): Promise<Answer> {
  return { status: 400, message: "This form is not known here. Please reload the page." };
}

async function reply(ctx: StaffCtx, message_id: string, values: Fields): Promise<Answer> {
  const form = checkForm(values, replySchema);
  if (form.status !== "success") return { status: 400, errors: firstErrors(form.error) };
  const outcome = await replyToMessage(ctx, { message_id, ...form.value });
  if (outcome.ok) return { toast: { title: "Reply sent" } };
  return outcome.reason === "not found" ? "not found" : { status: 409, message: outcome.message };
}

async function saveCanned(ctx: StaffCtx, _: string, values: Fields): Promise<Answer> {
  const form = checkForm(values, cannedSchema);
  if (form.status !== "success") return { status: 400, errors: firstErrors(form.error) };
  const outcome = await saveCannedReply(ctx, { id: values.id || null, ...form.value });
  if (outcome.ok) return { toast: { title: "Canned reply saved" } };
  return outcome.reason === "not found" ? "not found" : { status: 409, errors: { title: outcome.message } };
}

async function removeCanned(ctx: StaffCtx, id: string, values: Fields): Promise<Answer> {
  const deleted = await removeCannedReply(ctx, values.id ?? "");
  if (!deleted) return "not found";
  const fields = { intent: "canned-save", title: deleted.title, body: deleted.body };
  return { toast: { title: "Canned reply deleted", undo: { action: messagePath(id), fields } } };
}

async function mark(ctx: StaffCtx, id: string, read: boolean): Promise<Answer> {
  if (!(await setMessageRead(ctx, { id, read }))) return "not found";
  if (!read) return { toast: { title: "Marked as unread" } };
  const undo = { action: messagePath(id), fields: { intent: "unread" } };
  return { toast: { title: "Marked as read", undo } };
}

async function archive(ctx: StaffCtx, id: string, archived: boolean): Promise<Answer> {
  if (!(await setMessageArchived(ctx, { id, archived }))) return "not found";
  if (!archived) return { toast: { title: "Message restored" } };
  const undo = { action: messagePath(id), fields: { intent: "restore" } };
  return { toast: { title: "Message archived", undo }, to: MESSAGE_LIST.path };
}

/** The query of the list, with what to open in the panel. */
function searchWith(search: string, panel: { canned?: string; insert?: string } = {}): string {
  const params = new URLSearchParams(search);
  for (const name of ["canned", "insert"]) params.delete(name);
  for (const [name, value] of Object.entries(panel)) params.set(name, value);
  return params.size > 0 ? `?${params}` : "";
}

export default function MessageRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { message, form_id } = loaderData;
  const { search } = useLocation();
  const params = new URLSearchParams(search);
  const canned = params.get("canned");
  const hrefOf = (panel: { canned?: string; insert?: string }) =>
    messagePath(message.id) + searchWith(search, panel);
  const of = (intent: string) => (actionData?.intent === intent ? actionData : undefined);
  return (
    <SidePanel key={message.id} title={message.name} closeHref={MESSAGE_LIST.path + searchWith(search)}>
      {actionData?.message && (
        <Notice tone="error" title="Nothing was sent" className="mb-5">
          {actionData.message}
        </Notice>
      )}
      <MessagePanel
        message={message}
        formId={form_id}
        insert={params.get("insert")}
        cannedHref={hrefOf({ canned: "all" })}
        refused={of("reply")}
      />
      {canned && (
        <CannedReplies canned={message.canned} view={canned} hrefOf={hrefOf} refused={of("canned-save")} />
      )}
    </SidePanel>
  );
}
