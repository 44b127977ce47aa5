import { randomUUID } from "node:crypto";
import { data } from "react-router";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { editHours } from "~/features/fieldwork/hours/edit.server";
import { askedWeek, formatWeek } from "~/features/fieldwork/hours/week";
import { adjustPay } from "~/features/fieldwork/pay/adjust.server";
import { checkRate, hoursPath } from "~/features/fieldwork/pay/forms";
import { readMemberWeek } from "~/features/fieldwork/pay/queries.server";
import { saveRate } from "~/features/fieldwork/pay/save-rate.server";
import { Adjustments, MemberFigures, Rates } from "~/features/fieldwork/pay/ui/member-pay";
import { MemberVisits } from "~/features/fieldwork/pay/ui/member-visits";
import type { Refused } from "~/features/fieldwork/pay/ui/week-forms";
import { WeekHead } from "~/features/fieldwork/pay/ui/week-head";
import { readSettings } from "~/features/operations/settings/queries.server";
import { companyToday } from "~/lib/dates";
import type { ToastMessage } from "~/lib/toast-message";
import type { StaffCtx } from "~/platform/context.server";
import { redirectTo } from "~/platform/request/flash.server";
import { type Fields, formIdOf } from "~/platform/request/form.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { BackLink } from "~/ui/page/back-link";
import { Notice } from "~/ui/page/notice";
import type { Route } from "./+types/member-hours";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Hours of a member", "The visits of a member's week, with hours and pay.", {
    noindex: true,
  });

export const headers = pageHeaders;

const NO_STORE = { "Cache-Control": "no-store" };

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const monday = await readMonday(ctx, request);
  const week = await readMemberWeek(ctx, { monday, member_id: params.member });
  if (!week) throw data(null, { status: 404 });
  return data({ week, token: randomUUID() }, { headers: NO_STORE });
}

type Answer = { toast: ToastMessage } | { refused: Refused } | "not found" | "unknown";
type Asked = { monday: string; member_id: string };

/** Corrects hours, adds an adjustment or sets a rate. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const { ctx, form } = await requireStaffForm(request, context);
  const asked = { monday: await readMonday(ctx, request), member_id: params.member };
  const answer = await respondTo(ctx, asked, form);
  if (answer === "not found") throw data(null, { status: 404 });
  if (answer === "unknown") throw data(null, { status: 400 });
  if ("refused" in answer) return data(answer.refused, { status: 400, headers: NO_STORE });
  return redirectTo(context, hoursPath(asked.monday, asked.member_id), answer);
}

async function respondTo(ctx: StaffCtx, asked: Asked, form: Fields): Promise<Answer> {
  if (form.intent === "edit" || form.intent === "remove") return edit(ctx, asked, form);
  if (form.intent === "adjust") return adjust(ctx, asked, form);
  return form.intent === "rate" ? setRate(ctx, asked, form) : "unknown";
}

const nothing = (description: string) => ({
  toast: { title: "Nothing was changed", description, destructive: true },
});

async function edit(ctx: StaffCtx, { member_id }: Asked, form: Fields): Promise<Answer> {
  const { visit = "", ref = "", kind = "", from = "", to = "", reason = "" } = form;
  const values = { kind, from, to, reason };
  const outcome = await editHours(ctx, {
    ...{
      id: formIdOf(form, `${form.intent} ${visit} ${ref}`),
      booking_id: visit,
      member_id,
      ref: ref || null,
    },
    values: { ...values, remove: form.intent === "remove" },
  });
  if (outcome.ok) return { toast: { title: form.intent === "remove" ? "Hours removed" : "Hours saved" } };
  switch (outcome.reason) {
    case "not found":
      return "not found";
    case "invalid":
      return { refused: { form: `${visit} ${ref}`, values, errors: outcome.errors } };
    case "locked":
      return nothing(`The week of ${formatWeek(outcome.monday)} is approved. Reopen it first.`);
    case "changed":
      return nothing("Somebody else has corrected these hours meanwhile.");
  }
}

async function adjust(ctx: StaffCtx, asked: Asked, form: Fields): Promise<Answer> {
  const { amount = "", reason = "" } = form;
  const outcome = await adjustPay(ctx, {
    ...asked,
    id: formIdOf(form, "adjust"),
    late: false,
    amount,
    reason,
  });
  if (outcome.ok) return { toast: { title: "Adjustment added" } };
  if (outcome.reason === "not found") return "not found";
  if (outcome.reason === "invalid")
    return { refused: { form: "adjust", values: { amount, reason }, errors: outcome.errors } };
  return nothing("The week is approved. Reopen it first.");
}

async function setRate(ctx: StaffCtx, { member_id }: Asked, form: Fields): Promise<Answer> {
  const { kind = "", amount = "", from_day = "", pays_drive = "", pays_break = "" } = form;
  const checked = checkRate({
    ...{ kind, amount, from_day, pays_drive: pays_drive === "on", pays_break: pays_break === "on" },
  });
  if (!checked.ok) {
    const values = { kind, amount, from_day, pays_drive, pays_break };
    return { refused: { form: "rate", values, errors: checked.errors } };
  }
  const saved = await saveRate(ctx, { member_id, rate: checked.rate });
  return saved ? { toast: { title: "Rate saved" } } : "not found";
}

async function readMonday(ctx: StaffCtx, request: Request): Promise<string> {
  const settings = await readSettings(ctx);
  const asked = new URL(request.url).searchParams.get("week");
  return askedWeek(asked, companyToday(ctx.now, settings["general.timezone"]));
}

export default function MemberHours({ loaderData: { week, token }, actionData }: Route.ComponentProps) {
  const { member, monday, title, state, late } = week;
  return (
    <div className="grid grid-cols-1 gap-6">
      <div>
        <BackLink to={hoursPath(monday)} label="Hours" />
        <h1 className="wrap-anywhere text-title">{member.name}</h1>
        <p className="text-moss">{member.crew}</p>
        <WeekHead title={title} state={state} member_id={member.id} />
      </div>
      {state.approved && late && (
        <Notice title="Something came after the week was locked">
          The approved figures stay. Put the difference into the next week from the page of all hours.
        </Notice>
      )}
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20rem] xl:grid-rows-[auto_1fr]">
        <div className="xl:col-start-2">
          <MemberFigures week={week} />
        </div>
        <div className="xl:col-start-1 xl:row-span-2 xl:row-start-1">
          <MemberVisits week={week} token={token} refused={actionData} />
        </div>
        <div className="grid grid-cols-1 gap-6 xl:col-start-2">
          <Adjustments week={week} token={token} refused={actionData} />
          <Rates week={week} refused={actionData} />
        </div>
      </div>
    </div>
  );
}
