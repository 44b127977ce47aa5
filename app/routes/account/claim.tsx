import { randomUUID } from "node:crypto";
import { data } from "react-router";
import { NO_STORE, openVisit, shownVisit, TOO_MANY_CHANGES } from "~/features/booking/manage/link.server";
import { VisitFrame, VisitRefusal, VisitShort } from "~/features/booking/manage/ui/visit-page";
import { visitPath } from "~/features/booking/manage/visit";
import { claimSchema } from "~/features/claims/forms";
import { openClaim } from "~/features/claims/open.server";
import { readVisitClaims } from "~/features/claims/queries.server";
import { receiveClaim } from "~/features/claims/receive.server";
import { termsOf } from "~/features/claims/rules";
import { ClaimForm, type RefusedClaim } from "~/features/claims/ui/claim-form";
import { pageHeaders } from "~/features/content/site/page-meta";
import { readSettings } from "~/features/operations/settings/queries.server";
import { formatHours } from "~/lib/dates";
import type { RouteHandle } from "~/lib/route-handle";
import { allowContext } from "~/platform/context.server";
import { redirectTo } from "~/platform/request/flash.server";
import { checkForm, firstErrors, formIdOf } from "~/platform/request/form.server";
import { Notice } from "~/ui/page/notice";
import type { Route } from "./+types/claim";

export const handle = { hydrate: true, themed: true, takesFiles: true } satisfies RouteHandle;

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `Something isn’t right | ${matches[0]?.loaderData?.company.company_name}` },
  { name: "robots", content: "noindex" },
];

export const headers = pageHeaders;

export async function loader(args: Route.LoaderArgs) {
  return data(await readPage(args), NO_STORE);
}

async function readPage(args: Route.LoaderArgs | Route.ActionArgs) {
  const { ctx, visit, link } = await openVisit(args);
  const { claim, until } = await readVisitClaims(ctx, link.id);
  const terms = termsOf(await readSettings(ctx));
  const whyNot =
    claim?.status === "open"
      ? "We have your claim already, and are looking into it."
      : "This can’t be claimed online any more.";
  return {
    link,
    visit: shownVisit(visit),
    whyNot: until ? null : whyNot,
    answer: formatHours(terms.answer_hours),
    form_id: randomUUID(),
  };
}

export async function action(args: Route.ActionArgs) {
  const { ctx, link } = await openVisit(args);
  if (!(await args.context.get(allowContext)("visit-change", link.id)))
    return data({ message: TOO_MANY_CHANGES, refused: null, form_id: null }, { status: 429, ...NO_STORE });
  const { fields, pictures, errors: faults } = await receiveClaim(ctx, args.request, link.id);
  const form = checkForm(fields, claimSchema);
  const form_id = formIdOf(fields);
  const refuse = (status: 400 | 409, errors: RefusedClaim["errors"], message: string | null = null) => {
    const values = { room: fields.room ?? "", words: fields.words ?? "" };
    const refused: RefusedClaim = { values, errors, faults, pictures };
    return data({ message, refused, form_id }, { status, ...NO_STORE });
  };
  if (form.status !== "success") return refuse(400, firstErrors(form.error));
  if (faults.length > 0) return refuse(400, {});
  const file_ids = pictures.map(({ id }) => id);
  const outcome = await openClaim(ctx, { id: form_id, booking_id: link.id, ...form.value, file_ids });
  if (outcome.ok) {
    const toast = { title: "Thank you. We have your claim." };
    return redirectTo(args.context, visitPath(link), { toast });
  }
  if (outcome.reason === "not found") throw data(null, { status: 404 });
  return refuse(409, {}, outcome.message);
}

export default function Claim({ loaderData, actionData, matches }: Route.ComponentProps) {
  const { link, visit, whyNot, answer, form_id } = loaderData;
  const { phone } = matches[0].loaderData.company;
  return (
    <VisitFrame
      narrow
      back={{ to: visitPath(link), label: "Back to your cleaning" }}
      heading="Something isn’t right?"
      lead="Tell us what, and we’ll make it right."
    >
      {actionData?.message && <VisitRefusal title="Nothing was sent" message={actionData.message} />}
      <div className="mt-6">
        <VisitShort visit={visit} />
      </div>
      {whyNot ? (
        !actionData?.message && (
          <Notice className="mt-6" title={whyNot}>
            Questions? Call us at {phone}.
          </Notice>
        )
      ) : (
        <ClaimForm
          link={link}
          formId={actionData?.form_id ?? form_id}
          answer={answer}
          refused={actionData?.refused ?? undefined}
        />
      )}
    </VisitFrame>
  );
}
