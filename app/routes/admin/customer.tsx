import { randomUUID } from "node:crypto";
import type { SubmissionResult } from "@conform-to/react";
import { data, Link, useParams } from "react-router";
import { undoMerge } from "~/features/customers/merges/merge.server";
import { readMerges, readProposals } from "~/features/customers/merges/queries.server";
import { EXPANDABLE, type Expandable } from "~/features/customers/office/customer";
import { checkCustomerForm, noteSchema } from "~/features/customers/office/forms";
import { addCustomerNote, removeCustomerNote } from "~/features/customers/office/notes.server";
import { readCustomer, readKept } from "~/features/customers/office/queries.server";
import { confirmEmail, editCustomer, readCustomerFields } from "~/features/customers/office/save.server";
import { CustomerForm, type RefusedCustomer } from "~/features/customers/office/ui/customer-form";
import { CustomerPrivacy } from "~/features/customers/office/ui/customer-privacy";
import { CustomerMerges } from "~/features/customers/office/ui/merges";
import { CustomerPanel } from "~/features/customers/office/ui/panel";
import { PanelSection } from "~/features/customers/office/ui/sections";
import { readReferrals } from "~/features/customers/referrals/queries.server";
import { ReferralList } from "~/features/customers/referrals/ui/referral-list";
import { readOverruns } from "~/features/fieldwork/pay/overruns.server";
import { OverrunList } from "~/features/fieldwork/pay/ui/overrun-list";
import { eraseCustomer } from "~/features/identity/privacy/erase.server";
import { liftBounce } from "~/features/notifications/email/bounces.server";
import { REASON_LENGTH } from "~/features/payments/credit/credit";
import { readCredit } from "~/features/payments/credit/queries.server";
import { giveCredit } from "~/features/payments/office/give-credit.server";
import { CustomerCredit, type RefusedCredit } from "~/features/payments/office/ui/customer-credit";
import { readProviderCustomers } from "~/features/payments/provider-customers/queries.server";
import { AtStripe } from "~/features/payments/provider-customers/ui/at-stripe";
import { isUuid } from "~/lib/ids";
import { formatCents, parseCents } from "~/lib/money";
import { reloadAfterConflict } from "~/lib/reload-after-conflict";
import { cleanLine } from "~/lib/text";
import { may } from "~/platform/auth/roles";
import { redirectTo } from "~/platform/request/flash.server";
import { checkForm } from "~/platform/request/form.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { buttonLook } from "~/ui/action/button-look";
import { Allowed } from "~/ui/allowed";
import { SidePanel } from "~/ui/list/side-panel";
import type { Route } from "./+types/customer";

export async function loader({ request, context, params: { id } }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const params = new URL(request.url).searchParams;
  const all = EXPANDABLE.find((kind) => kind === params.get("all")) ?? null;
  const isEditing = params.has("edit");
  const kept = isUuid(id) ? await readKept(ctx, id) : null;
  if (kept) throw redirectTo(context, `/admin/customers/${kept}`);
  const customer = isUuid(id) ? await readCustomer(ctx, id, all) : null;
  const saved = customer && isEditing ? await readCustomerFields(ctx, id) : null;
  const [proposals, merges] = customer
    ? await Promise.all([readProposals(ctx, id), readMerges(ctx, id)])
    : [[], []];
  const credit = customer ? await readCredit(ctx, id, { for_staff: true }) : null;
  const at_stripe = customer ? await readProviderCustomers(ctx, id) : [];
  const overruns = customer && may(ctx.actor.role, "payroll.read") ? await readOverruns(ctx, id) : [];
  const referrals = customer ? await readReferrals(ctx, id) : [];
  params.delete("all");
  params.delete("edit");
  const shown = {
    customer,
    saved,
    proposals,
    merges,
    credit,
    at_stripe,
    referrals,
    overruns,
    search: params.toString(),
  };
  return data({ ...shown, note_id: randomUUID(), token: randomUUID() }, customer ? 200 : 404);
}

export const shouldRevalidate = reloadAfterConflict;

type Answer = {
  not_erased?: string;
  result?: SubmissionResult<string[]>;
  refused?: RefusedCustomer;
  credit?: RefusedCredit;
};

/** Edits or erases the customer, changes their credit, undoes a merge, adds or deletes a note, confirms an email, or allows email to the address again. */
export async function action({ request, context, params: { id } }: Route.ActionArgs) {
  const { ctx, form: fields } = await requireStaffForm(request, context);
  const params = new URL(request.url).searchParams;
  params.delete("edit");
  const search = params.size > 0 ? `?${params}` : "";
  const back = (title: string, description?: string) => {
    const toast = description ? { title, description, destructive: true } : { title };
    return redirectTo(context, `/admin/customers/${id}${search}`, { toast });
  };
  const missing = () => data({} as Answer, 404);
  if (!isUuid(id)) return missing();
  if (fields.intent === "save-customer") {
    const refuse = (status: 400 | 409, errors: Record<string, string>, message: string | null = null) =>
      data({ refused: { errors, values: fields, message } } as Answer, status);
    const checked = checkCustomerForm(fields);
    if (!checked.ok) return (await readCustomerFields(ctx, id)) ? refuse(400, checked.errors) : missing();
    const outcome = await editCustomer(ctx, { id, seen: fields.seen, ...checked.value });
    if (outcome.ok) return back("Customer saved");
    return outcome.reason === "missing" ? missing() : refuse(409, {}, outcome.message);
  }
  if (fields.intent === "confirm-email") {
    const outcome = await confirmEmail(ctx, { id, email: fields.email ?? "" });
    if (outcome.ok) return back("Email confirmed");
    return outcome.reason === "missing" ? missing() : back("Not confirmed", outcome.message);
  }
  if (fields.intent === "credit") {
    const { token = "", amount = "", reason = "" } = fields;
    if (!isUuid(token)) return missing();
    const wish = { amount: parseSigned(amount), reason: cleanLine(reason).slice(0, REASON_LENGTH) };
    const outcome = await giveCredit(ctx, { customer_id: id, token, ...wish });
    if (outcome.ok) {
      const sum = formatCents(Math.abs(outcome.amount), outcome.currency);
      return back(outcome.amount > 0 ? `${sum} of credit given` : `${sum} of credit taken away`);
    }
    if (outcome.reason === "not found") return missing();
    return data({ credit: { errors: { [outcome.field]: outcome.message }, values: fields } } as Answer, 400);
  }
  if (fields.intent === "erase") {
    const outcome = await eraseCustomer(ctx, { id, confirm: fields.confirm ?? "" });
    if (outcome.ok) return redirectTo(context, "/admin/customers", { toast: { title: "Customer erased" } });
    return outcome.reason === "missing" ? missing() : data({ not_erased: outcome.message } as Answer, 409);
  }
  if (fields.intent === "undo-merge") {
    const merge = fields.merge ?? "";
    if (!isUuid(merge)) return missing();
    const outcome = await undoMerge(ctx, { id: merge, kept: id });
    return outcome.ok ? back("Merge undone") : back("Not undone", outcome.message);
  }
  if (fields.intent === "try-address") {
    const { ok } = await liftBounce(ctx, { entity: "user", id });
    return ok ? back("Emails to this address are on again") : missing();
  }
  if (fields.intent === "remove-note") {
    const note_id = fields.note ?? "";
    const outcome = isUuid(note_id) && (await removeCustomerNote(ctx, { customer_id: id, note_id }));
    return outcome !== false && outcome.ok ? back("Note removed") : missing();
  }
  const submission = checkForm(fields, noteSchema, { disableAutoCoercion: true });
  if (submission.status !== "success") {
    const result: SubmissionResult<string[]> = submission.reply();
    return data({ result } as Answer, 400);
  }
  const outcome = await addCustomerNote(ctx, { customer_id: id, ...submission.value });
  return outcome.ok ? back("Note added") : missing();
}

/** Cents of "25" or "-10"; null if it is no amount. */
function parseSigned(text: string): number | null {
  const [, minus, rest = ""] = /^\s*([-−]?)\s*(.*)$/.exec(text) ?? [];
  const cents = parseCents(rest);
  return cents !== null && minus ? -cents : cents;
}

export default function CustomerRoute({ loaderData, actionData }: Route.ComponentProps) {
  const {
    customer,
    saved,
    proposals,
    merges,
    credit,
    at_stripe,
    referrals,
    overruns,
    search,
    note_id,
    token,
  } = loaderData;
  const { id } = useParams();
  const hrefWith = (change: Record<string, string>) => {
    const params = new URLSearchParams(search);
    for (const [name, value] of Object.entries(change)) params.set(name, value);
    return `/admin/customers/${id}${params.size > 0 ? `?${params}` : ""}`;
  };
  const allHref = (all: Expandable) => hrefWith({ all });
  return (
    <SidePanel
      title={customer ? (customer.name ?? "No name provided") : "Customer"}
      closeHref={`/admin/customers${search && `?${search}`}`}
      actions={
        customer &&
        !saved && (
          <Allowed to="customers.edit">
            <Link
              to={hrefWith({ edit: "1" })}
              preventScrollReset
              className={`${buttonLook({ variant: "ghost", size: "small" })} min-h-11`}
            >
              Edit
            </Link>
          </Allowed>
        )
      }
    >
      {customer && saved && (
        <CustomerForm
          key={saved.seen}
          saved={saved}
          cancelHref={hrefWith({})}
          refused={actionData?.refused}
        />
      )}
      {customer && !saved && (
        <>
          <CustomerPanel
            customer={customer}
            allHref={allHref}
            noteId={note_id}
            result={actionData?.result}
            credit={credit && <CustomerCredit credit={credit} token={token} refused={actionData?.credit} />}
          />
          <div className="mt-6 grid gap-6 empty:hidden">
            {at_stripe.length > 0 && (
              <PanelSection heading="At Stripe">
                <AtStripe customers={at_stripe} />
              </PanelSection>
            )}
            {overruns.length > 0 && (
              <PanelSection heading="Takes longer than planned">
                <OverrunList overruns={overruns} />
              </PanelSection>
            )}
            {referrals.length > 0 && (
              <PanelSection heading="Referrals">
                <ReferralList referrals={referrals} />
              </PanelSection>
            )}
          </div>
          <Allowed to="customers.merge">
            <CustomerMerges customer={customer} proposals={proposals} merges={merges} />
          </Allowed>
          <Allowed to="customers.export">
            <CustomerPrivacy customer={customer} refused={actionData?.not_erased} />
          </Allowed>
        </>
      )}
      {!customer && (
        <p className="text-moss">We can't find this customer. They may have been erased, or merged.</p>
      )}
    </SidePanel>
  );
}
