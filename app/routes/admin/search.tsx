import Search from "lucide-react/icons/search";
import { data, Form } from "react-router";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { search } from "~/features/office/search/queries.server";
import { bookingPath, LONGEST, SEARCH_PAGE } from "~/features/office/search/rules";
import { HitLists } from "~/features/office/search/ui/hits";
import type { StaffCtx } from "~/platform/context.server";
import { requireStaff } from "~/platform/request/gate.server";
import { Button } from "~/ui/action/button";
import { ButtonLink } from "~/ui/action/button-link";
import { cx } from "~/ui/cx";
import { controlLook } from "~/ui/form/control-look";
import { EmptyState } from "~/ui/list/empty-state";
import { Refusal } from "~/ui/page/refusal";
import type { Route } from "./+types/search";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Search", "Customers, bookings, orders, plans and messages.", { noindex: true });

export const headers = pageHeaders;

const NO_STORE = { "Cache-Control": "no-store" };

/** `?q=` is searched in everything. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const q = new URL(request.url).searchParams.get("q") ?? "";
  const found = await foundOrNull(ctx, q);
  return data({ q, found }, { status: found ? 200 : 503, headers: NO_STORE });
}

async function foundOrNull(ctx: StaffCtx, q: string) {
  try {
    return await search(ctx, q);
  } catch (err) {
    ctx.log.error({ err }, "the search failed");
    return null;
  }
}

const FAILURE = {
  title: "Error",
  description: "The search failed. Please try again in a minute.",
  destructive: true,
};

export default function SearchPage({ loaderData: { q, found } }: Route.ComponentProps) {
  return (
    <div className="grid grid-cols-1 gap-6">
      <h1 className="text-title">Search</h1>
      <Form
        key={q}
        role="search"
        action={SEARCH_PAGE}
        className="flex max-w-2xl flex-wrap items-center gap-3"
      >
        <div className="relative min-w-60 flex-1">
          <Search
            aria-hidden
            strokeWidth={1.75}
            className="pointer-events-none absolute top-1/2 left-3 size-5 -translate-y-1/2 text-moss"
          />
          <input
            type="search"
            name="q"
            defaultValue={q}
            maxLength={LONGEST}
            aria-label="Search by name, phone, email, street or number"
            placeholder="Name, phone, email, street or #number"
            className={cx(controlLook, "pl-10")}
          />
        </div>
        <Button type="submit" variant="secondary">
          Search
        </Button>
      </Form>
      {!found && <Refusal toast={FAILURE} inline />}
      {found && found.groups.length > 0 && <HitLists groups={found.groups} />}
      {found && found.q !== "" && found.groups.length === 0 && (
        <EmptyState
          icon={Search}
          title="Nothing found"
          action={
            found.call && <ButtonLink href={bookingPath(found.call)}>New booking for {found.call}</ButtonLink>
          }
        >
          No customer, booking, order, plan or message matches your search.
        </EmptyState>
      )}
    </div>
  );
}
