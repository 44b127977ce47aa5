import ShieldCheck from "lucide-react/icons/shield-check";
import { data, Link } from "react-router";
import { pageMeta } from "~/features/content/site/page-meta";
import { changeFoundCode } from "~/features/customers/codes/change.server";
import { readFoundCodes } from "~/features/customers/codes/notes.server";
import { FOUND_CODES_PAGE } from "~/features/customers/codes/rules";
import { FoundList } from "~/features/customers/codes/ui/found-list";
import { redirectTo } from "~/platform/request/flash.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { buttonLook } from "~/ui/action/button-look";
import { EmptyState } from "~/ui/list/empty-state";
import { BackLink } from "~/ui/page/back-link";
import { Notice } from "~/ui/page/notice";
import type { Route } from "./+types/found-codes";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Codes in notes", "Notes with words that look like an entry code.", { noindex: true });

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

/** `?after=`: where the page begins. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const after = new URL(request.url).searchParams.get("after");
  return { ...(await readFoundCodes(ctx, after)), isFirst: after === null };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { ctx, form } = await requireStaffForm(request, context);
  const outcome = await changeFoundCode(ctx, { by: "office", fields: form });
  if (outcome.ok) {
    const { search } = new URL(request.url);
    const { title, description } = outcome;
    return redirectTo(context, FOUND_CODES_PAGE + search, { toast: { title, description } });
  }
  const { status, message = "This note is no longer there." } = outcome;
  return data({ message }, status);
}

export default function FoundCodes({ loaderData, actionData }: Route.ComponentProps) {
  const { notes, next, isFirst } = loaderData;
  const link = `${buttonLook({ variant: "secondary", size: "small" })} min-h-11`;
  return (
    <div className="grid max-w-4xl grid-cols-1 gap-5">
      <div>
        <BackLink to="/admin/customers" label="Customers" />
        <h1 className="text-title">Codes in notes</h1>
        <p className="mt-1 text-moss">
          Words in instructions and notes that look like a code, a key or an alarm. Moving them seals them and
          takes them out of every note about that home. Crews don't see them in emails and calendars either
          way.
        </p>
      </div>
      {actionData && (
        <Notice tone="error" title="Nothing was changed">
          {actionData.message}
        </Notice>
      )}
      {notes.length > 0 ? (
        <FoundList notes={notes} />
      ) : (
        <EmptyState icon={ShieldCheck} title="No codes in notes">
          {isFirst ? "No note looks as if it held a code." : "There are no more."}
        </EmptyState>
      )}
      {(next || !isFirst) && (
        <nav aria-label="Pages" className="flex flex-wrap gap-2">
          {!isFirst && (
            <Link to={FOUND_CODES_PAGE} className={link}>
              First page
            </Link>
          )}
          {next && (
            <Link to={`${FOUND_CODES_PAGE}?${new URLSearchParams({ after: next })}`} className={link}>
              Next page
            </Link>
          )}
        </nav>
      )}
    </div>
  );
}
