import { data } from "react-router";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { keepApart } from "~/features/customers/merges/merge.server";
import { readProposals } from "~/features/customers/merges/queries.server";
import { DUPLICATES_PAGE } from "~/features/customers/merges/rules";
import { Proposals } from "~/features/customers/merges/ui/merges";
import { isUuid } from "~/lib/ids";
import { redirectTo } from "~/platform/request/flash.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { BackLink } from "~/ui/page/back-link";
import type { Route } from "./+types/customer-duplicates";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Possible duplicates", "Customers who may be one.", { noindex: true });

export const headers = pageHeaders;

export async function loader({ request, context }: Route.LoaderArgs) {
  return { proposals: await readProposals(requireStaff(request, context)) };
}

/** Remembers that two customers are not the same. */
export async function action({ request, context }: Route.ActionArgs) {
  const { ctx, form } = await requireStaffForm(request, context);
  const { one = "", other = "" } = form;
  if (!isUuid(one) || !isUuid(other) || one === other) return data(null, 400);
  const outcome = await keepApart(ctx, [one, other]);
  const toast = outcome.ok
    ? { title: "Remembered: they are not the same" }
    : { title: "Not saved", description: outcome.message, destructive: true };
  return redirectTo(context, DUPLICATES_PAGE, { toast });
}

export default function Duplicates({ loaderData: { proposals } }: Route.ComponentProps) {
  return (
    <div className="grid grid-cols-1 gap-5">
      <div>
        <BackLink to="/admin/customers" label="Customers" />
        <h1 className="text-title">Possible duplicates</h1>
        <p className="mt-1 max-w-2xl text-moss">
          Customers who share an email, a phone, or a name and a street. Nothing is merged until you say so.
        </p>
      </div>
      {proposals.length > 0 ? (
        <Proposals proposals={proposals} />
      ) : (
        <p className="text-moss">No two customers look like one.</p>
      )}
    </div>
  );
}
