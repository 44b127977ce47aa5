/**
 * A link where a page has dozens, in a menu or in the rows of a list: a `Link` works its address out each time it is drawn,
 * this one is a plain `a`. What stands around calls `useQuickLinks`, whose one listener lets the router open them.
 *
 *   <QuickLink href="/admin/orders">Orders</QuickLink>
 *   <QuickLink href={…} inPlace>…</QuickLink>   the page stays where it is scrolled to
 */
import { type ComponentProps, type RefObject, useEffect } from "react";
import { useNavigate } from "react-router";

type Props = ComponentProps<"a"> & { href: string; inPlace?: boolean };

export function QuickLink({ inPlace = false, ...props }: Props) {
  return <a data-quick={inPlace ? "in-place" : "page"} data-discover="true" {...props} />;
}

/** Opens pressed links in this element without loading the page anew: QuickLinks, or what `links` selects. */
export function useQuickLinks(within: RefObject<HTMLElement | null>, links = "a[data-quick]"): void {
  const navigate = useNavigate();
  useEffect(() => {
    const root = within.current;
    if (!root) return;
    const onClick = (event: MouseEvent) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>(links);
      const elsewhere =
        event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
      if (!link || elsewhere || event.defaultPrevented) return;
      event.preventDefault();
      void navigate(link.pathname + link.search + link.hash, {
        replace: link.href === location.href,
        preventScrollReset: link.dataset.quick !== "page",
      });
    };
    root.addEventListener("click", onClick);
    return () => root.removeEventListener("click", onClick);
  }, [within, navigate, links]);
}
