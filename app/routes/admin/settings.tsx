import type { SubmissionResult } from "@conform-to/react";
import { data, redirect } from "react-router";
import type { z } from "zod";
import { pageMeta } from "~/features/content/site/page-meta";
import { countStaff } from "~/features/identity/staff/queries.server";
import { sendTestEmail } from "~/features/notifications/email/test-mail.server";
import { noteStep } from "~/features/office/setup/save-step.server";
import { testCharge } from "~/features/office/setup/test-charge.server";
import {
  FORMS,
  parseInitialValues,
  SECRET_FIELDS,
  type SettingsTab,
  settingsTab,
} from "~/features/operations/settings/forms";
import { readSettingsPage } from "~/features/operations/settings/queries.server";
import { removeSecret, saveSettings } from "~/features/operations/settings/save.server";
import { SettingsPanel, SettingsTabs } from "~/features/operations/settings/ui/settings-panel";
import type { ToastMessage } from "~/lib/toast-message";
import { allowContext } from "~/platform/context.server";
import { orElse } from "~/platform/faults.server";
import { redirectTo } from "~/platform/request/flash.server";
import { checkForm } from "~/platform/request/form.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { ButtonLink } from "~/ui/action/button-link";
import { Notice } from "~/ui/page/notice";
import { Refusal } from "~/ui/page/refusal";
import type { Route } from "./+types/settings";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Settings", "Company and site settings.", { noindex: true });

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const query = new URL(request.url).searchParams;
  if (query.get("tab") === "advanced") throw redirect("/admin/settings/advanced");
  if (query.get("tab") === "fees") throw redirect("/admin/settings/fees");
  if (query.get("tab") === "after-visits") throw redirect("/admin/settings/after-visits");
  if (query.get("tab") === "going-live") throw redirect("/admin/settings/going-live");
  if (query.get("tab") === "hours") throw redirect("/admin/settings/hours");
  const tab = settingsTab(query.get("tab"));
  const replacing = query.get("replace");
  return orElse(
    ctx.log,
    "the settings could not be read",
    async () => {
      const [page, administrators] = await Promise.all([readSettingsPage(ctx, tab), countStaff(ctx)]);
      return data({ tab, page: { ...page, replacing, administrators, email: ctx.actor.email } });
    },
    () => data({ tab, page: null }, { status: 503, headers: { "Retry-After": "30" } }),
  );
}

/** Response to a rejected form: field errors, a toast, or an error on the page. */
type Answer = {
  tab: SettingsTab;
  result?: SubmissionResult<string[]>;
  toast?: ToastMessage;
  refused?: string;
  /** Version of the settings that the form was filled with. */
  seen?: string;
};

export async function action({ request, context }: Route.ActionArgs) {
  const { ctx, form: fields } = await requireStaffForm(request, context);
  const tab = settingsTab(fields.tab ?? null);
  const back = (toast?: ToastMessage) => redirectTo(context, `/admin/settings?tab=${tab}`, { toast });
  const refuse = (status: number, answer: Omit<Answer, "tab">) =>
    data<Answer>({ tab, seen: fields.seen, ...answer }, status);
  const failed = (title: string, result?: Answer["result"]) => () =>
    refuse(503, { result, toast: { title: "Error", description: title, destructive: true } });

  const secret = Object.hasOwn(SECRET_FIELDS, fields.name ?? "") && SECRET_FIELDS[fields.name ?? ""];
  if (fields.intent === "remove-secret" && secret) {
    return orElse(
      ctx.log,
      "a secret could not be removed",
      async () => {
        await removeSecret(ctx, secret);
        return back({ title: "Setting updated successfully" });
      },
      failed("Failed to update setting"),
    );
  }
  if (fields.intent === "test-mail") {
    if (!(await context.get(allowContext)("test-mail", ctx.actor.id))) {
      return refuse(429, { refused: "Too many test emails in a short time. Please wait an hour." });
    }
    const outcome = await sendTestEmail(ctx);
    await noteStep(ctx, "email", outcome.ok ? "done" : "failed");
    if (outcome.ok)
      return back({ title: "Test email sent", description: `It's on its way to ${outcome.to}.` });
    return refuse(422, {
      refused: outcome.reason === "no server" ? "Save an SMTP host first." : outcome.words,
    });
  }
  if (fields.intent === "test-stripe") {
    if (!(await context.get(allowContext)("test-charge", ctx.actor.id))) {
      return refuse(429, { refused: "Too many test charges in a short time. Please wait an hour." });
    }
    const outcome = await testCharge(ctx);
    await noteStep(ctx, "payments", outcome.ok ? "done" : "failed");
    return outcome.ok ? back(outcome) : refuse(422, { refused: outcome.message });
  }
  if (fields.intent !== "save") return back();

  const schema: z.ZodType<Record<string, string | undefined>> = FORMS[tab];
  const submission = checkForm(fields, schema, { disableAutoCoercion: true });
  const hideFields = Object.keys(SECRET_FIELDS);
  if (submission.status !== "success") return refuse(400, { result: submission.reply({ hideFields }) });
  return orElse(
    ctx.log,
    "the settings could not be saved",
    async () => {
      const outcome = await saveSettings(ctx, tab, submission.value, parseInitialValues(fields.seen));
      if (outcome.ok) return back({ title: "Settings updated successfully" });
      const fieldErrors = { [outcome.field]: [outcome.message] };
      return refuse(400, { result: submission.reply({ fieldErrors, hideFields }) });
    },
    failed("Failed to update settings", submission.reply({ hideFields })),
  );
}

export default function Settings({ loaderData: { tab, page }, actionData }: Route.ComponentProps) {
  const answer: Answer | undefined = actionData?.tab === tab ? actionData : undefined;
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-6">
      <h1 className="text-title">Settings</h1>
      <SettingsTabs current={tab} />
      <Refusal toast={answer?.toast} />
      {page ? (
        <SettingsPanel
          key={JSON.stringify([tab, page.values, page.secrets])}
          {...page}
          result={answer?.result}
          seen={answer?.seen ?? null}
          refused={answer?.refused ?? null}
        />
      ) : (
        <Notice
          tone="error"
          action={
            <ButtonLink href={`/admin/settings?tab=${tab}`} variant="secondary" size="small">
              Try again
            </ButtonLink>
          }
        >
          Failed to load settings
        </Notice>
      )}
    </div>
  );
}
