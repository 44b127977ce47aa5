import { data } from "react-router";
import { pageMeta } from "~/features/content/site/page-meta";
import { cancelCommit, startCommit } from "~/features/moving/commit.server";
import { importQueryOf } from "~/features/moving/import";
import {
  answerConflicts,
  chooseSubject,
  chooseValues,
  removeImport,
  saveMapping,
  switchMails,
} from "~/features/moving/mapping.server";
import { readImport } from "~/features/moving/queries.server";
import { ANSWERS, IMPORTS_PAGE, importPath } from "~/features/moving/rules";
import { stopAskingStripe } from "~/features/moving/stripe/check.server";
import { DependentsNotice } from "~/features/moving/ui/after-commit";
import { MappingForm, SubjectForm } from "~/features/moving/ui/mapping-form";
import { RowTable } from "~/features/moving/ui/row-table";
import { RunProgress, StripeProgress } from "~/features/moving/ui/run-progress";
import { AfterCard, RemoveButton, StartCard } from "~/features/moving/ui/run-status";
import { ValuesForm } from "~/features/moving/ui/values-form";
import { type UndoOutcome, undoImport } from "~/features/moving/undo.server";
import { formatCount } from "~/lib/number";
import { ownEntry } from "~/lib/own-entry";
import type { StaffCtx } from "~/platform/context.server";
import { redirectTo } from "~/platform/request/flash.server";
import type { Fields } from "~/platform/request/form.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { useAllowed } from "~/ui/allowed";
import { BackLink } from "~/ui/page/back-link";
import { Notice } from "~/ui/page/notice";
import type { Route } from "./+types/import";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta(matches, "Import", "What an import does, row by row.", { noindex: true }),
];

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const query = new URL(request.url).searchParams;
  const found = await readImport(ctx, params.id, importQueryOf(query));
  if (!found) throw data(null, { status: 404 });
  const maps = found.state === "mapping" || (found.state === "checked" && query.has("columns"));
  return { found, maps };
}

/** What was refused may have been done elsewhere, so the page is shown as it is now. */
export const shouldRevalidate = () => true;

type Result = { ok: true; title: string; to?: string } | Exclude<UndoOutcome, { ok: true }>;
type Intent = (ctx: StaffCtx, id: string, fields: Fields) => Promise<Result>;

const done = async (
  outcome: Promise<{ ok: true } | Exclude<Result, { ok: true }>>,
  title: string,
): Promise<Result> => {
  const result = await outcome;
  return result.ok ? { ok: true, title } : result;
};

const INTENTS: Record<string, Intent> = {
  subject: (ctx, id, { subject }) => done(chooseSubject(ctx, { id, subject }), "Columns recognized"),
  values: (ctx, id, fields) => done(chooseValues(ctx, { id, fields }), "Dry run started"),
  map: (ctx, id, fields) => done(saveMapping(ctx, { id, fields }), "Dry run started"),
  async answer(ctx, id, { answer, line = "" }) {
    const chosen = ANSWERS.find((one) => one === answer);
    if (!chosen || !/^(?:all|\d{1,9})$/.test(line))
      return { ok: false, reason: "refused", message: "Choose an answer." };
    const outcome = await answerConflicts(ctx, {
      id,
      line: line === "all" ? "all" : Number(line),
      answer: chosen,
    });
    if (!outcome.ok) return outcome;
    const title =
      outcome.count === 1 ? "Conflict answered" : `${formatCount(outcome.count)} conflicts answered`;
    return { ok: true, title };
  },
  commit: (ctx, id) => done(startCommit(ctx, id), "Import started"),
  cancel: (ctx, id) => done(cancelCommit(ctx, id), "Import stopped"),
  "stop-stripe": (ctx, id) => done(stopAskingStripe(ctx, id), "Stopped"),
  undo: (ctx, id) => done(undoImport(ctx, id), "Import undone"),
  "mails-on": (ctx, id) => done(switchMails(ctx, { id, on: true }), "Switched on"),
  "mails-off": (ctx, id) => done(switchMails(ctx, { id, on: false }), "Switched off"),
  async remove(ctx, id) {
    const outcome = await removeImport(ctx, id);
    return outcome.ok ? { ok: true, title: "Import removed", to: IMPORTS_PAGE } : outcome;
  },
};

export async function action({ request, context, params: { id } }: Route.ActionArgs) {
  const { ctx, form } = await requireStaffForm(request, context);
  const handle = ownEntry(INTENTS, form.intent ?? "");
  const result: Result = handle
    ? await handle(ctx, id, form)
    : { ok: false, reason: "refused", message: "This form is not known here. Please reload the page." };
  if (result.ok) {
    const here = form.intent === "answer" ? importPath(id) + new URL(request.url).search : importPath(id);
    return redirectTo(context, result.to ?? here, { toast: { title: result.title } });
  }
  if (result.reason === "not found") throw data(null, { status: 404 });
  if (result.reason === "depended on") {
    const { dependents, count } = result;
    return data({ message: null, depended: { dependents, count }, sent: undefined }, { status: 409 });
  }
  return data({ message: result.message, depended: null, sent: form }, { status: 400 });
}

export default function Import({ loaderData: { found, maps }, actionData }: Route.ComponentProps) {
  const canEdit = useAllowed("imports.edit");
  const { state } = found;
  return (
    <div className="grid grid-cols-1 gap-6">
      <div>
        <BackLink to={IMPORTS_PAGE} label="Imports" />
        <h1 className="wrap-anywhere text-title">{found.file_name}</h1>
        <p className="mt-1 text-moss">
          {found.row_count === 1 ? "1 row" : `${formatCount(found.row_count)} rows`} from {found.vendor_name},{" "}
          {found.encoding}, uploaded {found.uploaded}.
        </p>
      </div>
      {actionData?.message && (
        <Notice tone="error" title="Nothing was changed">
          {actionData.message}
        </Notice>
      )}
      {actionData?.depended && <DependentsNotice {...actionData.depended} />}
      {maps ? (
        <>
          <SubjectForm subject={found.subject} />
          <MappingForm key={found.subject} {...found} sent={actionData?.sent} />
          <div className="border-line border-t pt-4">
            <RemoveButton />
          </div>
        </>
      ) : (
        <>
          {(state === "checking" || state === "committing") && <RunProgress {...found} />}
          {(state === "checked" || state === "cancelled") && <StartCard {...found} />}
          <StripeProgress {...found} />
          {canEdit && <ValuesForm {...found} />}
          {(state === "committed" || state === "cancelled" || state === "undone") && <AfterCard {...found} />}
          {state !== "checking" && !found.rows_gone && (
            <RowTable {...found} canAnswer={canEdit && (state === "checked" || state === "cancelled")} />
          )}
        </>
      )}
    </div>
  );
}
