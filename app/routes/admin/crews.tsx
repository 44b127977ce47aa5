import Plus from "lucide-react/icons/plus";
import UsersRound from "lucide-react/icons/users-round";
import { data, Link, Outlet } from "react-router";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { CREWS_PAGE } from "~/features/scheduling/crews/forms";
import { readCrews } from "~/features/scheduling/crews/queries.server";
import { orderCrew } from "~/features/scheduling/crews/save-crew.server";
import { CrewTable } from "~/features/scheduling/crews/ui/crew-table";
import { redirectTo } from "~/platform/request/flash.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { buttonLook } from "~/ui/action/button-look";
import { EmptyState } from "~/ui/list/empty-state";
import type { Route } from "./+types/crews";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Crews", "Your crews and their hours.", { noindex: true });

export const headers = pageHeaders;

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  return { crews: await readCrews(ctx) };
}

/** Moves a crew within the list. */
export async function action({ request, context }: Route.ActionArgs) {
  const { ctx, form } = await requireStaffForm(request, context);
  const { id = "", place = "" } = form;
  if (!/^\d{1,4}$/.test(place)) throw data(null, { status: 400 });
  const found = await orderCrew(ctx, { id, place: Number(place) });
  if (!found) throw data(null, { status: 404 });
  return redirectTo(context, CREWS_PAGE);
}

export default function Crews({ loaderData: { crews }, params }: Route.ComponentProps) {
  const add = (
    <Link to={`${CREWS_PAGE}/new`} preventScrollReset className={`${buttonLook({ size: "small" })} min-h-11`}>
      <Plus aria-hidden strokeWidth={1.75} className="size-5" />
      Add crew
    </Link>
  );
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-title">Crews</h1>
        {crews.length > 0 && add}
      </div>
      {crews.length > 0 ? (
        <CrewTable crews={crews} current={(params as { id?: string }).id} />
      ) : (
        <EmptyState icon={UsersRound} title="No crews yet" action={add}>
          Without an active crew, every slot is full.
        </EmptyState>
      )}
      <Outlet />
    </div>
  );
}
