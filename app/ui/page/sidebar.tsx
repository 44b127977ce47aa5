/**
 * A page with a sidebar: 16 rem wide, 3 rem (icons) when collapsed, and a drawer of 18 rem below 768 px. Ctrl/Cmd+B and
 * the button toggle it; the state stays in a cookie for seven days (spec sections 2 and 9). Without script the button
 * posts to `toggleAction`, which sets the cookie.
 *
 *   <SidebarFrame label="Admin" heading={…} groups={groups} collapsed={…} toggleAction="/admin/sidebar" bar={…}>
 *     <Outlet />
 *   </SidebarFrame>
 */
import PanelLeft from "lucide-react/icons/panel-left";
import { type ComponentType, Fragment, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import { sidebarCookie } from "~/lib/sidebar-cookie";
import { QuickLink, useQuickLinks } from "~/ui/action/quick-link";
import { cx } from "~/ui/cx";

type Icon = ComponentType<{ strokeWidth?: number; className?: string }>;
export type SidebarItem = {
  href: string;
  label: string;
  icon: Icon;
  count?: number;
  /** Other addresses that count as this page. */
  also?: string[];
  /** The pages that share this entry. Each of them shows these links above its heading. */
  tabs?: { href: string; label: string }[];
};
export type SidebarGroup = { label: string; items: SidebarItem[] };

type Props = {
  label: string;
  heading: ReactNode;
  groups: SidebarGroup[];
  foot: SidebarItem;
  collapsed: boolean;
  toggleAction: string;
  /** Above the bar; scrolls away. The menu beside it keeps the whole height. */
  notice?: ReactNode;
  bar: ReactNode;
  children: ReactNode;
};

const DRAWER_ID = "sidebar-drawer";
const NARROW = "(width < 48rem)";

export function SidebarFrame({
  label,
  heading,
  groups,
  foot,
  toggleAction,
  notice,
  bar,
  children,
  ...props
}: Props) {
  const { pathname } = useLocation();
  const frame = useRef<HTMLDivElement>(null);
  const drawer = useRef<HTMLDivElement>(null);
  useQuickLinks(frame);
  const [collapsed, setCollapsed] = useState(props.collapsed);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isShortcut = event.key.toLowerCase() === "b" && (event.ctrlKey || event.metaKey);
      if (!isShortcut || event.shiftKey || event.altKey) return;
      event.preventDefault();
      if (matchMedia(NARROW).matches) drawer.current?.togglePopover();
      else setCollapsed(remember(!collapsed));
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [collapsed]);

  // A link in the drawer changes the page without a reload, so close the drawer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the place changes
  useEffect(() => drawer.current?.hidePopover(), [pathname]);

  return (
    <div ref={frame} data-collapsed={collapsed || undefined} className={frameLook}>
      <aside className="sticky top-0 hidden h-dvh flex-col overflow-clip border-line border-r bg-snow md:flex print:hidden!">
        <div className="flex h-16 shrink-0 items-center gap-2.5 overflow-hidden border-line border-b px-2">
          {heading}
        </div>
        <Items label={label} groups={groups} foot={foot} pathname={pathname} collapsible />
      </aside>
      <div className="flex min-h-dvh min-w-0 flex-col">
        {notice}
        <header className="sticky top-0 z-30 flex h-16 shrink-0 items-center gap-2 border-line border-b bg-paper/92 px-3 backdrop-blur-md sm:px-5 print:hidden">
          <button
            type="button"
            popoverTarget={DRAWER_ID}
            aria-label="Open menu"
            className={cx(toggleLook, "md:hidden")}
          >
            <PanelLeft strokeWidth={1.75} className="size-5" />
          </button>
          <form
            method="post"
            action={toggleAction}
            className="max-md:hidden"
            onSubmit={(event) => {
              event.preventDefault();
              setCollapsed(remember(!collapsed));
            }}
          >
            <input type="hidden" name="collapsed" value={String(!collapsed)} />
            <input type="hidden" name="to" value={pathname} />
            <button
              type="submit"
              aria-label="Toggle sidebar"
              aria-pressed={collapsed}
              aria-keyshortcuts="Control+B Meta+B"
              title="Toggle sidebar (Ctrl+B)"
              className={toggleLook}
            >
              <PanelLeft strokeWidth={1.75} className="size-5" />
            </button>
          </form>
          {bar}
        </header>
        {children}
      </div>
      <div
        ref={drawer}
        id={DRAWER_ID}
        popover="auto"
        className="fixed inset-y-0 right-auto left-0 m-0 h-dvh max-h-none w-72 flex-col overflow-clip border-line border-r bg-snow text-ink shadow-lift transition-[opacity,translate,display,overlay] transition-discrete duration-200 ease-out backdrop:bg-scrim open:flex not-open:-translate-x-full not-open:opacity-0 open:starting:-translate-x-full open:starting:opacity-0 md:hidden"
      >
        <div className="flex h-16 shrink-0 items-center gap-2.5 border-line border-b px-4">{heading}</div>
        <Items label={`${label} menu`} groups={groups} foot={foot} pathname={pathname} />
      </div>
    </div>
  );
}

function remember(collapsed: boolean): boolean {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
  document.cookie = sidebarCookie(collapsed ? "collapsed" : "expanded", {
    secure: location.protocol === "https:",
  });
  return collapsed;
}

/** Whether an address is this page's or below it. */
function isWithin(pathname: string, page: string): boolean {
  if (page.split("/").length <= 2) return pathname === page;
  return pathname === page || pathname.startsWith(`${page}/`);
}

function isCurrent(pathname: string, { href, also = [], tabs = [] }: SidebarItem): boolean {
  return [href, ...also, ...tabs.map((tab) => tab.href)].some((page) => isWithin(pathname, page));
}

/** Links to the pages that share the current page's entry; nothing if it has an entry of its own. */
export function SharedTabs({ groups, className }: { groups: SidebarGroup[]; className?: string }) {
  const { pathname } = useLocation();
  const current = groups.flatMap(({ items }) => items).find((item) => isCurrent(pathname, item));
  if (!current?.tabs) return null;
  return (
    <nav aria-label={current.label} className={cx("border-line border-b print:hidden", className)}>
      <ul className="-mx-2 flex flex-wrap gap-1">
        {current.tabs.map(({ href, label }) => (
          <li key={href}>
            <Link
              to={href}
              aria-current={isWithin(pathname, href) ? "page" : undefined}
              className="relative flex min-h-11 items-center whitespace-nowrap rounded-control px-2 font-semibold text-[0.9375rem]/5 text-moss transition-colors duration-150 after:absolute after:inset-x-2 after:-bottom-px after:h-[3px] after:rounded-full after:transition-colors hover:text-ink hover:after:bg-sage focus-visible:-outline-offset-2 aria-[current=page]:text-ink aria-[current=page]:after:bg-sunlight forced-colors:aria-[current=page]:border"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

type ItemsProps = Pick<Props, "label" | "groups" | "foot"> & { pathname: string; collapsible?: boolean };

/**
 * The menu. Beside a page its rows share the height of the screen, from 28 to 36 px each, so that it ends above the fold;
 * in the drawer it scrolls.
 */
function Items({ label, groups, foot, pathname, collapsible = false }: ItemsProps) {
  const id = useId();
  return (
    <nav aria-label={label} className="flex min-h-0 flex-1 flex-col">
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto overflow-x-clip overscroll-contain px-1.5 py-1">
        {groups.map((group) => (
          <Fragment key={group.label}>
            <p
              id={id + group.label}
              className={cx(
                "flex shrink-0 items-end px-2 pb-0.5 text-moss text-sm/4.5",
                collapsible
                  ? "max-h-9 min-h-5.5 grow basis-5.5 overflow-hidden group-data-collapsed/frame:invisible"
                  : "mt-3",
              )}
            >
              {group.label}
            </p>
            <ul aria-labelledby={id + group.label} className="contents">
              {group.items.map((item) => (
                <li key={item.href} className={rowLook}>
                  <ItemLink {...item} pathname={pathname} collapsible={collapsible} />
                </li>
              ))}
            </ul>
          </Fragment>
        ))}
      </div>
      <div className="flex shrink-0 flex-col border-line border-t px-1.5 py-1">
        <div className={rowLook}>
          <ItemLink {...foot} pathname={pathname} collapsible={collapsible} document />
        </div>
      </div>
    </nav>
  );
}

const rowLook =
  "flex min-h-7 grow basis-7 md:max-h-9 max-md:min-h-11 max-md:grow-0 pointer-coarse:min-h-11 pointer-coarse:max-h-none";

type LinkProps = SidebarItem & { pathname: string; collapsible: boolean; document?: boolean };

function ItemLink({ pathname, collapsible, document, ...item }: LinkProps) {
  const { href, label, icon: Icon, count } = item;
  const To = document ? "a" : QuickLink;
  return (
    <To
      href={href}
      aria-current={isCurrent(pathname, item) ? "page" : undefined}
      title={collapsible ? label : undefined}
      className="flex min-w-0 flex-1 items-center gap-3 overflow-hidden rounded-control px-2 font-medium text-[0.9375rem]/5 text-ink -outline-offset-2 transition-colors duration-150 hover:bg-sage-soft aria-[current=page]:bg-sage-soft aria-[current=page]:font-semibold"
    >
      <Icon strokeWidth={1.75} className="size-5 shrink-0 text-moss in-aria-[current=page]:text-ink" />
      <span className={cx("flex-1 truncate", collapsible && "group-data-collapsed/frame:opacity-0")}>
        {label}
      </span>
      {count ? (
        <span
          className={cx(
            "rounded-full bg-sunlight px-2 py-0.5 font-semibold text-[0.8125rem]/4 text-sunlight-ink tabular-nums",
            collapsible && "group-data-collapsed/frame:opacity-0",
          )}
        >
          {count}
          <span className="sr-only"> new</span>
        </span>
      ) : null}
    </To>
  );
}

const frameLook =
  "group/frame flex-1 md:grid md:grid-cols-[16rem_minmax(0,1fr)] md:data-collapsed:grid-cols-[3rem_minmax(0,1fr)] " +
  "transition-[grid-template-columns] duration-200 ease-out print:block!";

const toggleLook =
  "grid size-10 cursor-pointer place-items-center rounded-control text-moss transition-colors hover:bg-sage-soft hover:text-ink max-md:size-11";
