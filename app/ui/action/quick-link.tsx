/**
 * A plain `<a>` for pages with dozens of links, such as menus and rows. A router `Link` computes its address at each
 * render. The element around calls `useQuickLinks`, whose one listener opens them with the router.
 *
 *   <QuickLink href="/admin/orders">Orders</QuickLink>
 *   <QuickLink href={…} inPlace>…</QuickLink>   keeps the scroll position
 */
import { type ComponentProps, type RefObject, useEffect } from "react";
import { useNavigate } from "react-router";

type Props = ComponentProps<"a"> & { href: string; inPlace?: boolean };

export function QuickLink({ inPlace = false, ...props }: Props) {
  return <a data-quick={inPlace ? "in-place" : "page"} data-discover="true" {...props} />;
}

/** Opens links in this element without reloading: QuickLinks, or those that `links` selects. */
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
      const inPlace = link.dataset.quick !== "page";
      void navigate(link.pathname + link.search + link.hash, {
        replace: link.href === location.href,
        preventScrollReset: inPlace,
        flushSync: inPlace, // what is chosen next adds to what is asked for
      });
    };
    root.addEventListener("click", onClick);
    return () => root.removeEventListener("click", onClick);
  }, [within, navigate, links]);
}
