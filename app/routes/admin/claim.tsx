import { data, Link } from "react-router";
import { type AnswerOutcome, creditClaim, refuseClaim } from "~/features/claims/answer.server";
import { type ReCleanOutcome, reClean } from "~/features/claims/book.server";
import { creditSchema, reCleanSchema, refusalSchema } from "~/features/claims/forms";
import { readOfficeClaim, readReCleanOffer } from "~/features/claims/queries.server";
import { CLAIMS_PAGE, claimPath } from "~/features/claims/rules";
import { AnswerForms, type RefusedAnswer } from "~/features/claims/ui/answer-forms";
import { ClaimBadge } from "~/features/claims/ui/claim-table";
import { PictureList } from "~/features/claims/ui/picture-list";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { ownEntry } from "~/lib/own-entry";
import { reloadAfterConflict } from "~/lib/reload-after-conflict";
import type { StaffCtx } from "~/platform/context.server";
import { redirectTo } from "~/platform/request/flash.server";
import { checkForm, type Fields, firstErrors } from "~/platform/request/form.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { Fact, Facts } from "~/ui/list/facts";
import { BackLink } from "~/ui/page/back-link";
import { Card } from "~/ui/page/card";
import { Notice } from "~/ui/page/notice";
import type { Route } from "./+types/claim";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Claim", "Everything about one claim.", { noindex: true });

export const headers = pageHeaders;

export const shouldRevalidate = reloadAfterConflict;

const NO_STORE = { "Cache-Control": "no-store" };

/** `?date=` asks for the free times of another day. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const claim = await readOfficeClaim(ctx, params.id);
  if (!claim) throw data(null, { status: 404 });
  const date = new URL(request.url).searchParams.get("date") ?? "";
  const offer = claim.status === "open" ? await readReCleanOffer(ctx, claim.booking_id, date) : null;
  return data({ claim, offer }, { headers: NO_STORE });
}

type Result =
  | AnswerOutcome
  | ReCleanOutcome
  | { ok: false; reason: "unread"; errors: Record<string, string> };

export async function action({ request, context, params: { id } }: Route.ActionArgs) {
  const { ctx, form } = await requireStaffForm(request, context);
  const { intent = "", ...values } = form;
  const handle = ownEntry(INTENTS, intent);
  const refuse = (status: 400 | 409, errors: RefusedAnswer["errors"], message: string | null = null) =>
    data({ message, refused: { intent, errors, values } }, { status, headers: NO_STORE });
  if (!handle) return refuse(400, {}, "This form is not known here. Please reload the page.");
  const result = await handle(ctx, id, values);
  if (result.ok) return redirectTo(context, claimPath(id), { toast: { title: "Claim answered" } });
  switch (result.reason) {
    case "not found":
      throw data(null, { status: 404 });
    case "answered":
      return refuse(409, {}, result.message);
    case "unread":
      return refuse(400, result.errors);
    default:
      return refuse(result.reason === "conflict" ? 409 : 400, { [result.field]: result.message });
  }
}

type Intent = (ctx: StaffCtx, id: string, values: Fields) => Promise<Result>;

const INTENTS: Record<string, Intent> = {
  async "re-clean"(ctx, id, values) {
    const form = checkForm(values, reCleanSchema);
    return form.status === "success" ? reClean(ctx, { id, ...form.value }) : unread(form.error);
  },
  async credit(ctx, id, values) {
    const form = checkForm(values, creditSchema);
    return form.status === "success" ? creditClaim(ctx, { id, ...form.value }) : unread(form.error);
  },
  async refuse(ctx, id, values) {
    const form = checkForm(values, refusalSchema);
    return form.status === "success" ? refuseClaim(ctx, { id, ...form.value }) : unread(form.error);
  },
};

function unread(error: Parameters<typeof firstErrors>[0]): Result {
  return { ok: false, reason: "unread", errors: firstErrors(error) };
}

export default function ClaimRoute({ loaderData: { claim, offer }, actionData }: Route.ComponentProps) {
  return (
    <div className="grid max-w-5xl grid-cols-1 gap-6">
      <div>
        <BackLink to={CLAIMS_PAGE} label="Claims" />
        <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
          <h1 className="wrap-anywhere text-title">{claim.customer}</h1>
          <ClaimBadge {...claim} />
        </div>
      </div>
      {actionData?.message && (
        <Notice tone="error" title="Nothing was changed">
          {actionData.message}
        </Notice>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Card className="grid gap-5 p-5 sm:p-6">
          <h2 className="wrap-anywhere text-heading">{claim.room}</h2>
          <p className="wrap-anywhere whitespace-pre-line">{claim.words}</p>
          <PictureList pictures={claim.pictures} />
          <Facts className="border-line border-t pt-5">
            <Fact label="Visit" href={`/admin/bookings/${claim.booking_id}`}>
              {claim.number}, {claim.visit}
            </Fact>
            <Fact label="Service">{claim.service}</Fact>
            <Fact label="Crew">{claim.crew ?? "No crew"}</Fact>
            <Fact label="Home">{claim.address}</Fact>
            <Fact
              label="Customer"
              href={claim.customer_id ? `/admin/customers/${claim.customer_id}` : undefined}
            >
              {claim.customer}
            </Fact>
            <Fact label="Opened">{claim.at}</Fact>
            <Fact label="Answer by">{claim.due}</Fact>
          </Facts>
        </Card>
        <Card className="p-5 sm:p-6">
          <h2 className="mb-4 text-heading">{offer ? "Answer" : "Our answer"}</h2>
          {offer ? (
            <AnswerForms id={claim.id} offer={offer} refused={actionData?.refused} />
          ) : (
            <div className="grid gap-4">
              <p>{claim.decision}</p>
              {claim.answer && <p className="wrap-anywhere whitespace-pre-line">{claim.answer}</p>}
              {claim.re_clean_id && (
                <Link
                  to={`/admin/bookings/${claim.re_clean_id}`}
                  className="font-medium text-evergreen-700 underline-offset-4 hover:underline"
                >
                  Open the re-clean
                </Link>
              )}
              {claim.answered && (
                <p className="text-moss text-sm">
                  {claim.answered.by}, {claim.answered.at}
                </p>
              )}
            </div>
          )}
        </Card>
      </div>
    </div>
  );
}
