import { randomUUID } from "node:crypto";
import { data } from "react-router";
import { pageMeta } from "~/features/content/site/page-meta";
import { deleteExport, startExport } from "~/features/operations/export/create.server";
import { EXPORT_PAGE, inUse, TAKE_BACK_WORD } from "~/features/operations/export/export";
import { readExports } from "~/features/operations/export/queries.server";
import { startTakingBack, switchEmailsOn } from "~/features/operations/export/restore.server";
import { EmailsNotice, MakeCard, TakeBackCard } from "~/features/operations/export/ui/export-cards";
import { TakeBackForm } from "~/features/operations/export/ui/take-back-form";
import { isUuid } from "~/lib/ids";
import { cleanLine } from "~/lib/text";
import { redirectTo } from "~/platform/request/flash.server";
import { formIdOf } from "~/platform/request/form.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { BackLink } from "~/ui/page/back-link";
import { Notice } from "~/ui/page/notice";
import type { Route } from "./+types/settings-moving-out";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta(matches, "Moving out", "Everything of the site as one ZIP, there and back.", { noindex: true }),
];

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const asked = new URL(request.url).searchParams.get("take");
  return { ...(await readExports(ctx)), asked, form_id: randomUUID() };
}

type Answer = { id?: string; message?: string; error?: string; typed?: string };

export async function action({ request, context }: Route.ActionArgs) {
  const { ctx, form } = await requireStaffForm(request, context);
  const id = isUuid(form.id ?? "") ? (form.id ?? "") : null;
  const done = (title: string, description?: string) =>
    redirectTo(context, EXPORT_PAGE, { toast: { title, description } });
  const refuse = (status: number, answer: Answer) => data<Answer>(answer, status);

  if (form.intent === "export") {
    const started = await startExport(ctx, formIdOf(form));
    if (!started.ok)
      return refuse(409, { message: "An export is being made already. Please wait until it's done." });
    return done("Export started", "You can download it here once it's done.");
  }
  if (form.intent === "delete" && id) {
    await deleteExport(ctx, id);
    return done("Deleted");
  }
  if (form.intent === "emails-on") {
    await switchEmailsOn(ctx);
    return done("Emails go out now");
  }
  if (form.intent === "take-back" && id) {
    const typed = form.confirm ?? "";
    if (cleanLine(typed) !== TAKE_BACK_WORD)
      return refuse(400, { id, typed, error: `Type ${TAKE_BACK_WORD} to confirm` });
    const outcome = await startTakingBack(ctx, id);
    if (outcome.ok) return done("Started", "You can follow the progress on this page.");
    if (outcome.reason === "in use") return refuse(409, { message: inUse(outcome.there) });
    return refuse(409, { message: REFUSALS[outcome.reason] });
  }
  return redirectTo(context, EXPORT_PAGE);
}

const REFUSALS = {
  gone: "This export is no longer there, or is not checked yet.",
  demo: "This is the demo. Start your own company first.",
  busy: "An export is being taken back already.",
};

export default function MovingOut({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, is_demo, own_records, emails_held, asked, form_id } = loaderData;
  const answer: Answer | undefined = actionData;
  const taking = answer?.id ?? asked;
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-6">
      <div>
        <BackLink to="/admin/settings/advanced" label="Advanced settings" />
        <h1 className="text-title">Moving out</h1>
        <p className="mt-1 text-moss">
          All that the site knows is yours: take it to another program or server.
        </p>
      </div>
      {answer?.message && (
        <Notice tone="error" title="Nothing was changed">
          {answer.message}
        </Notice>
      )}
      {emails_held && <EmailsNotice />}
      <MakeCard rows={rows.filter(({ origin }) => origin === "made")} formId={form_id} />
      <TakeBackCard
        rows={rows.filter(({ origin }) => origin === "uploaded")}
        isDemo={is_demo}
        ownRecords={own_records}
        asked={taking}
      >
        {taking && <TakeBackForm id={taking} error={answer?.error} typed={answer?.typed ?? ""} />}
      </TakeBackCard>
    </div>
  );
}
