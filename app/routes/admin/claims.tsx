import Sparkles from "lucide-react/icons/sparkles";
import { readClaimFigures } from "~/features/claims/figures.server";
import { readClaims } from "~/features/claims/queries.server";
import { FIGURE_DAYS, MOST_CLAIMS } from "~/features/claims/rules";
import { ClaimFigures, ClaimTable } from "~/features/claims/ui/claim-table";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { requireStaff } from "~/platform/request/gate.server";
import { EmptyState } from "~/ui/list/empty-state";
import type { Route } from "./+types/claims";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Claims", "What customers say was not right.", { noindex: true });

export const headers = pageHeaders;

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const [claims, figures] = await Promise.all([readClaims(ctx), readClaimFigures(ctx)]);
  return { claims, figures, more: claims.length === MOST_CLAIMS };
}

export default function Claims({ loaderData: { claims, figures, more } }: Route.ComponentProps) {
  return (
    <div className="grid grid-cols-1 gap-6">
      <div>
        <h1 className="text-title">Claims</h1>
        <p className="mt-1 text-moss">
          What is open, and the last {FIGURE_DAYS} days. The share is claims per completed visit.
        </p>
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <ClaimFigures heading="Crew" figures={figures.crews} />
        <ClaimFigures heading="Service" figures={figures.services} />
      </div>
      {claims.length > 0 ? (
        <ClaimTable claims={claims} />
      ) : (
        <EmptyState icon={Sparkles} title="No claims">
          When a customer says that something wasn’t right, you’ll see it here and on the dashboard.
        </EmptyState>
      )}
      {more && <p className="text-moss">Only the newest {MOST_CLAIMS} are listed.</p>}
    </div>
  );
}
