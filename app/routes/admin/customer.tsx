import { randomUUID } from "node:crypto";
import type { SubmissionResult } from "@conform-to/react";
import { data, useParams } from "react-router";
import { EXPANDABLE, type Expandable } from "~/features/customers/office/customer";
import { noteSchema } from "~/features/customers/office/forms";
import { addCustomerNote, removeCustomerNote } from "~/features/customers/office/notes.server";
import { readCustomer } from "~/features/customers/office/queries.server";
import { CustomerPanel } from "~/features/customers/office/ui/panel";
import { liftBounce } from "~/features/notifications/email/bounces.server";
import { isUuid } from "~/lib/ids";
import { redirectTo } from "~/platform/request/flash.server";
import { checkForm, readForm } from "~/platform/request/form.server";
import { requireAdmin } from "~/platform/request/gate.server";
import { SidePanel } from "~/ui/list/side-panel";
import type { Route } from "./+types/customer";

export async function loader({ request, context, params: { id } }: Route.LoaderArgs) {
  const ctx = requireAdmin(request, context);
  const params = new URL(request.url).searchParams;
  const all = EXPANDABLE.find((kind) => kind === params.get("all")) ?? null;
  const customer = isUuid(id) ? await readCustomer(ctx, id, all) : null;
  params.delete("all");
  return data({ customer, search: params.toString(), note_id: randomUUID() }, customer ? 200 : 404);
}

/** Adds or deletes a note, or allows email to the address again. */
export async function action({ request, context, params: { id } }: Route.ActionArgs) {
  const ctx = requireAdmin(request, context);
  const fields = (await readForm(request)) ?? {};
  const back = (title: string) =>
    redirectTo(context, `/admin/customers/${id}${new URL(request.url).search}`, { toast: { title } });
  const missing = () => data({ result: undefined }, 404);
  if (!isUuid(id)) return missing();
  if (fields.intent === "try-address") {
    const { ok } = await liftBounce(ctx, { entity: "user", id });
    return ok ? back("Emails to this address are on again") : missing();
  }
  if (fields.intent === "remove-note") {
    const note_id = fields.note ?? "";
    const outcome = isUuid(note_id) && (await removeCustomerNote(ctx, { user_id: id, note_id }));
    return outcome !== false && outcome.ok ? back("Note removed") : missing();
  }
  const submission = checkForm(fields, noteSchema, { disableAutoCoercion: true });
  if (submission.status !== "success") {
    const result: SubmissionResult<string[]> = submission.reply();
    return data({ result }, 400);
  }
  const outcome = await addCustomerNote(ctx, { user_id: id, ...submission.value });
  return outcome.ok ? back("Note added") : missing();
}

export default function CustomerRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { customer, search, note_id } = loaderData;
  const { id } = useParams();
  const allHref = (all: Expandable) => {
    const params = new URLSearchParams(search);
    params.set("all", all);
    return `/admin/customers/${id}?${params}`;
  };
  return (
    <SidePanel
      title={customer ? (customer.name ?? "No name provided") : "Customer"}
      closeHref={`/admin/customers${search && `?${search}`}`}
    >
      {customer ? (
        <CustomerPanel customer={customer} allHref={allHref} noteId={note_id} result={actionData?.result} />
      ) : (
        <p className="text-moss">We can't find this customer. The account may have been deleted.</p>
      )}
    </SidePanel>
  );
}
