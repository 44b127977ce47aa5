/**
 * The saved views of a list as links, and a form that saves how the list is shown now. Works without script: a name that is
 * refused is shown on the page of the views.
 *
 *   <SavedViews spec={ORDER_LIST} query={query} views={views} />
 *   <SaveView spec={ORDER_LIST} query={query} views={views} />
 */
import Bookmark from "lucide-react/icons/bookmark";
import { useId, useRef } from "react";
import { Link, useFetcher } from "react-router";
import { type ListQuery, type ListSpec, openAddress } from "~/lib/list-query";
import { isKept, type SavedView, VIEW_NAME_LIMIT, viewSearch, viewsPath } from "~/lib/saved-view";
import { Button } from "~/ui/action/button";
import { buttonLook } from "~/ui/action/button-look";
import { QuickLink } from "~/ui/action/quick-link";
import { cx } from "~/ui/cx";
import { TextField } from "~/ui/form/text-field";
import { useFocusError } from "~/ui/form/use-focus-error";

type Props = { spec: ListSpec; query: ListQuery; views: SavedView[] };

/** What a view would keep of the list as it is shown; null when it is about one case. */
function searchOf({ query, spec }: Props): string | null {
  return isKept(query, spec) ? viewSearch(query, spec) : null;
}

export function SavedViews(props: Props) {
  const { path, name: list } = props.spec;
  const search = searchOf(props);
  if (props.views.length === 0) return null;
  return (
    <nav aria-label="Saved views" className="flex flex-wrap items-start gap-2">
      <ul className="contents">
        {props.views.map(({ id, name, search: kept }) => (
          <li key={id} className="min-w-0">
            <QuickLink
              href={openAddress(path, kept)}
              inPlace
              aria-current={kept === search ? "page" : undefined}
              className="inline-flex min-h-10 max-w-60 items-center rounded-full bg-sage-soft px-4 font-semibold text-[0.9375rem]/5 text-moss transition-colors hover:text-ink aria-[current]:bg-evergreen-700 aria-[current]:text-snow pointer-coarse:min-h-11"
            >
              <span className="truncate">{name}</span>
            </QuickLink>
          </li>
        ))}
      </ul>
      <Link
        to={viewsPath(list)}
        className={cx(buttonLook({ variant: "ghost", size: "small" }), "px-3 text-evergreen-700")}
      >
        Edit views
      </Link>
    </nav>
  );
}

/** Names how the list is shown now, if that is no view yet. */
export function SaveView(props: Props) {
  const search = searchOf(props);
  const isView = search === props.spec.begins || props.views.some((view) => view.search === search);
  if (!search || isView) return null;
  return <SaveForm key={search} page={viewsPath(props.spec.name)} search={search} />;
}

function SaveForm({ page, search }: { page: string; search: string }) {
  const fetcher = useFetcher<{ refused?: { message: string } }>();
  const form = useRef<HTMLFormElement>(null);
  const field = useId();
  const error = fetcher.state === "idle" ? fetcher.data?.refused?.message : undefined;
  useFocusError(form, error ? { name: error } : undefined);
  return (
    <details className="group/save min-w-0">
      <summary
        className={cx(
          buttonLook({ variant: "ghost", size: "small" }),
          "min-h-11 list-none px-2 text-evergreen-700 [&::-webkit-details-marker]:hidden",
        )}
      >
        <Bookmark aria-hidden strokeWidth={1.75} className="size-4.5" />
        Save view
      </summary>
      <fetcher.Form
        ref={form}
        method="post"
        action={page}
        className="flex flex-wrap items-end gap-3 pt-2 pb-1"
      >
        <input type="hidden" name="intent" value="save" />
        <input type="hidden" name="query" value={search} />
        <TextField
          id={field}
          label="Name of the view"
          hint="Keeps the filters, days and order."
          name="name"
          maxLength={VIEW_NAME_LIMIT}
          required
          error={error}
          className="w-72 max-w-full"
        />
        <Button
          type="submit"
          variant="secondary"
          className="mb-6.5 min-h-12"
          pending={fetcher.state !== "idle"}
          pendingLabel="Saving..."
        >
          Save
        </Button>
      </fetcher.Form>
    </details>
  );
}
