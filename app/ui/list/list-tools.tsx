/**
 * The parts above and below a list in the office: links and one GET form, so it works without script and its state is in
 * the address.
 *
 *   <ListTools action="/admin/bookings" q={query.q} placeholder="Search bookings" keep={{ sort: "-date" }}>
 *     <FilterSelect name="status" label="Status" value={…} options={[["", "All Statuses"], …]} />
 *   </ListTools>
 *   …
 *   <Pager shown={{ from: 1, to: 25 }} total={1234} previous={…} next={…} noun="bookings" />
 */
import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import Search from "lucide-react/icons/search";
import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { Form, Link, useNavigation, useSubmit } from "react-router";
import { buttonLook } from "~/ui/action/button-look";
import { cx } from "~/ui/cx";
import { controlLook } from "~/ui/form/control-look";
import { useChosen } from "~/ui/live/use-chosen";

const TYPING_MS = 250;

type ToolsProps = {
  action: string;
  q: string;
  placeholder: string;
  /** Parts of the address that stay when the search or a filter changes. */
  keep?: Record<string, string>;
  children?: ReactNode;
  /** Buttons at the end of the line. */
  actions?: ReactNode;
};

/** `/` focuses the search box; typing searches after a moment. */
export function ListTools({ action, q, placeholder, keep = {}, children, actions }: ToolsProps) {
  const form = useRef<HTMLFormElement>(null);
  const box = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const submit = useSubmit();
  const { location } = useNavigation();
  const loading = useRef(location);
  /** The last search, and whether it took the place of the list before it in the history. */
  const sent = useRef({ search: "", replace: true });

  useLayoutEffect(() => {
    loading.current = location;
  }, [location]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const typing = (event.target as Element).closest?.("input, textarea, select, [contenteditable]");
      if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      box.current?.select();
      box.current?.focus();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);

  // Somebody who opens a row right after typing stays there. What narrows the list is added to the search.
  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => {
      const link = (target as Element).closest?.("a");
      if (link && link.pathname !== action) clearTimeout(timer.current);
    };
    addEventListener("click", onClick, true);
    return () => removeEventListener("click", onClick, true);
  }, [action]);

  // The search may change without typing: by a link, or by going back.
  useEffect(() => {
    if (box.current && box.current !== document.activeElement) box.current.value = q;
  }, [q]);

  const search = () => {
    clearTimeout(timer.current);
    if (!form.current) return;
    // A list that was chosen before and has not arrived yet gets its place in the history.
    const before = loading.current?.search;
    const replace = before === undefined || (before === sent.current.search && sent.current.replace);
    const fields = new FormData(form.current) as unknown as Iterable<[string, string]>;
    sent.current = { search: `?${new URLSearchParams([...fields])}`, replace };
    submit(form.current, { replace, preventScrollReset: true, flushSync: true });
  };
  return (
    <div className="@container">
      <div className="flex flex-wrap items-end gap-3">
        <Form
          ref={form}
          action={action}
          role="search"
          aria-label="This list"
          preventScrollReset
          autoComplete="off"
          onSubmit={() => clearTimeout(timer.current)}
          className="flex min-w-0 flex-1 basis-80 flex-wrap items-end gap-3 @max-3xl:contents"
        >
          {Object.entries(keep).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <div className="relative min-w-60 max-w-md flex-1 @max-3xl:max-w-none @max-3xl:basis-full">
            <Search
              aria-hidden
              strokeWidth={1.75}
              className="pointer-events-none absolute top-1/2 left-3 size-5 -translate-y-1/2 text-moss"
            />
            <input
              ref={box}
              type="search"
              name="q"
              defaultValue={q}
              maxLength={100}
              aria-label={placeholder}
              aria-keyshortcuts="/"
              placeholder={placeholder}
              onInput={() => {
                clearTimeout(timer.current);
                timer.current = setTimeout(search, TYPING_MS);
              }}
              className={cx(controlLook, "w-full pl-10")}
            />
          </div>
          <div
            className="flex min-w-0 flex-wrap gap-3 @max-3xl:contents @max-3xl:*:min-w-40 @max-3xl:*:grow @max-md:*:basis-40 @md:@max-3xl:*:basis-44"
            onChange={search}
          >
            {children}
          </div>
          <button
            type="submit"
            className={cx(buttonLook({ variant: "secondary" }), "hidden! noscript:inline-flex!")}
          >
            Search
          </button>
        </Form>
        {actions && (
          <div className="flex flex-wrap gap-2 *:min-h-12 @max-3xl:contents @max-3xl:*:grow @max-3xl:*:px-3">
            {actions}
          </div>
        )}
      </div>
    </div>
  );
}

type FilterProps = {
  name: string;
  label: string;
  value: string;
  options: readonly (readonly [value: string, label: string])[];
};

export function FilterSelect({ name, label, value, options }: FilterProps) {
  const [chosen, choose] = useChosen(value);
  return (
    <select
      name={name}
      value={chosen}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
      aria-label={label}
      className={cx(controlLook, "w-auto! max-w-full truncate pr-9 sm:max-w-60")}
    >
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </select>
  );
}

/** Shown when the list is limited to one customer: a link to the whole list. */
export function CustomerFilter({ id, email }: { id: string | undefined; email: string | null | undefined }) {
  if (!id) return null;
  const options = [
    ["", "All Customers"],
    [id, email ?? "One customer"],
  ] as const;
  return <FilterSelect name="customer" label="Customer" value={id} options={options} />;
}

type PagerProps = {
  /** The number of rows on this page. */
  count: number;
  total: number;
  /** Whether there are more than `total`, where counting stopped. */
  more?: boolean;
  noun: string;
  previous: string | null;
  next: string | null;
};

/** The position of this page in the list. The total counts everything that was found. */
export function Pager({ count, total, more = false, noun, previous, next }: PagerProps) {
  const all = `${total.toLocaleString("en-US")}${more ? "+" : ""}`;
  return (
    <nav
      aria-label="Pages"
      className="flex flex-wrap items-center justify-between gap-3 text-[0.9375rem] text-moss"
    >
      <p aria-live="polite" className="tabular-nums">
        {count === total && !more ? `${all} ${noun}` : `${count} of ${all} ${noun}`}
      </p>
      {(previous ?? next) !== null && (
        <div className="flex gap-2">
          <PageLink href={previous} rel="prev">
            <ChevronLeft aria-hidden strokeWidth={1.75} className="size-5" />
            Previous
          </PageLink>
          <PageLink href={next} rel="next">
            Next
            <ChevronRight aria-hidden strokeWidth={1.75} className="size-5" />
          </PageLink>
        </div>
      )}
    </nav>
  );
}

function PageLink({ href, rel, children }: { href: string | null; rel: string; children: ReactNode }) {
  const look = buttonLook({ variant: "secondary", size: "small" });
  if (href === null)
    return (
      <span aria-disabled data-disabled className={look}>
        {children}
      </span>
    );
  return (
    <Link to={href} rel={rel} className={look}>
      {children}
    </Link>
  );
}
