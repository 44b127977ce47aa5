import { randomUUID } from "node:crypto";
import type { SubmissionResult } from "@conform-to/react";
import { data } from "react-router";
import { pageMeta } from "~/features/content/site/page-meta";
import { OWN_PAGE } from "~/features/office/setup/forms";
import {
  RESET_WORDS,
  RESTORE_WORD,
  type ResetWord,
  resetWord,
  WRONG_IDENTITY,
  wordSchema,
} from "~/features/operations/backup/backup";
import { startBackup } from "~/features/operations/backup/create.server";
import { clearCache, deleteBackup, startVerification } from "~/features/operations/backup/maintain.server";
import { readBackups } from "~/features/operations/backup/queries.server";
import { saveRecipient } from "~/features/operations/backup/recipient.server";
import { resetSite } from "~/features/operations/backup/restore/reset.server";
import { startRestore } from "~/features/operations/backup/restore/restore.server";
import { BackupsCard } from "~/features/operations/backup/ui/backups-card";
import { DangerZone, MaintenanceCard } from "~/features/operations/backup/ui/maintenance-card";
import { readSettings } from "~/features/operations/settings/queries.server";
import { SettingsTabs } from "~/features/operations/settings/ui/settings-panel";
import { isUuid } from "~/lib/ids";
import type { ToastMessage } from "~/lib/toast-message";
import { allowContext, startingOverContext } from "~/platform/context.server";
import { redirectTo } from "~/platform/request/flash.server";
import { checkForm, formIdOf } from "~/platform/request/form.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { Refusal } from "~/ui/page/refusal";
import type { Route } from "./+types/settings-advanced";

const PAGE = "/admin/settings/advanced";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Advanced settings", "Backups, cache, logs and reset.", { noindex: true });

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const query = new URL(request.url).searchParams;
  const confirm = {
    restore: query.get("restore"),
    remove: query.get("delete"),
    verify: query.get("verify"),
    reset: resetWord(query.get("reset")),
  };
  const { "site.kind": kind } = await readSettings(ctx);
  return { ...(await readBackups(ctx)), asked: confirm, form_id: randomUUID(), kind };
}

type Answer = {
  intent: string;
  id?: string | null;
  /** The kind of reset that was asked for. */
  word?: ResetWord;
  result?: SubmissionResult<string[]>;
  toast?: ToastMessage;
  /** A refused recipient as it was typed, and why it or an identity was refused. */
  recipient?: string;
  error?: string;
};

export async function action({ request, context }: Route.ActionArgs) {
  const { ctx, form: fields } = await requireStaffForm(request, context);
  const intent = fields.intent ?? "";
  const id = isUuid(fields.id ?? "") ? (fields.id ?? "") : null;
  const done = (title: string, description?: string) =>
    redirectTo(context, PAGE, { toast: { title, description } });
  const refuse = (status: number, answer: Omit<Answer, "intent">) =>
    data<Answer>({ intent, id, ...answer }, status);
  const sorry = (status: number, title: string, description: string) =>
    refuse(status, { toast: { title, description, destructive: true } });

  const isWork = intent === "backup" || (intent === "check" && id !== null);
  if (isWork && !(await context.get(allowContext)("backups", ctx.actor.id)))
    return sorry(429, "Too many backups in a short time", "Nothing was started. Please wait an hour.");
  if (intent === "backup") {
    await startBackup(ctx, formIdOf(fields));
    return done("Backup started", "It will appear in the list once it's created and verified.");
  }
  if (intent === "clear-cache") {
    await clearCache(ctx);
    return done("Cache cleared", "Public pages will be refreshed on their next visit.");
  }
  if (intent === "check" && id) {
    const started = await startVerification(ctx, id, fields.identity_key);
    if (started.ok)
      return done("Verification started", "The backup is restored into a scratch database and compared.");
    if (started.reason === "wrong identity") return refuse(400, { error: WRONG_IDENTITY });
    return sorry(404, "Error", "This backup no longer exists.");
  }
  if (intent === "recipient") {
    const { recipient = "" } = fields;
    const saved = await saveRecipient(ctx, recipient);
    if (!saved.ok) return refuse(400, { error: saved.message, recipient });
    return recipient.trim()
      ? done("Settings saved", "Backups are encrypted from now on.")
      : done("Settings saved", "New backups are not encrypted.");
  }
  if (intent === "delete" && id) {
    await deleteBackup(ctx, id);
    return done("Backup deleted");
  }
  const word = intent === "reset" ? resetWord(fields.word) : undefined;
  if (!word && !(intent === "restore" && id)) return redirectTo(context, PAGE);

  const submission = checkForm(fields, wordSchema(word ?? RESTORE_WORD));
  const reply = (errors: Parameters<typeof submission.reply>[0] = {}) =>
    submission.reply({ ...errors, hideFields: ["identity_key"] });
  if (submission.status !== "success") return refuse(400, { word, result: reply() });
  if (word === "EMPTY" && (await readSettings(ctx))["site.kind"] === "demo")
    return redirectTo(context, OWN_PAGE);
  const outcome = word
    ? await resetSite(ctx, context.get(startingOverContext), { kind: RESET_WORDS[word] })
    : await startRestore(ctx, { ...submission.value, id: id ?? "" });
  if (outcome.ok) {
    if ("backup" in outcome) {
      const toast = {
        title: "All data reset",
        description: "A backup of the site as it was before is in the list.",
      };
      return redirectTo(context, PAGE, { toast, reload: true });
    }
    return done("Restore started", "The backup is verified first. You can follow the progress on this page.");
  }
  switch (outcome.reason) {
    case "wrong identity":
      return refuse(400, { result: reply({ fieldErrors: { identity_key: [WRONG_IDENTITY] } }) });
    case "gone":
      return sorry(404, "Error", "This backup no longer exists.");
    case "restoring":
      return sorry(409, "A restore is in progress", "Please wait until it's done.");
    case "busy":
      return sorry(409, "The site is busy", "Nothing was changed. Please try again in a minute.");
    case "no right":
      return sorry(
        403,
        "Error",
        "The database user isn't allowed to empty its tables, so nothing was changed.",
      );
    case "not saved":
      return sorry(503, "Error", "The current site could not be backed up first, so nothing was changed.");
  }
}

export default function AdvancedSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, health, restored, recipient, stored_files, asked: confirm, form_id, kind } = loaderData;
  const answer: Answer | undefined = actionData;
  const resultOf = (intent: string) => (answer?.intent === intent ? answer.result : undefined);
  const wrong = answer?.result && answer;
  const asking = {
    restore: wrong?.intent === "restore" ? (wrong.id ?? null) : confirm.restore,
    remove: confirm.remove,
    verify: answer?.intent === "check" ? (answer.id ?? null) : confirm.verify,
  };
  const errorOf = (intent: string) => (answer?.intent === intent ? answer.error : undefined);
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-6">
      <h1 className="text-title">Settings</h1>
      <SettingsTabs current="advanced" />
      <Refusal toast={answer?.toast} />
      <BackupsCard
        rows={rows}
        health={health}
        restored={restored}
        storedFiles={stored_files}
        asked={asking}
        recipient={{ saved: recipient, typed: answer?.recipient, error: errorOf("recipient") }}
        wrongIdentity={errorOf("check")}
        page={PAGE}
        formId={form_id}
        result={resultOf("restore")}
      />
      <MaintenanceCard kind={kind} />
      <DangerZone
        asked={(wrong?.intent === "reset" ? wrong.word : undefined) ?? confirm.reset}
        kind={kind}
        page={PAGE}
        result={resultOf("reset")}
      />
    </div>
  );
}
