import { type RefObject, useEffect } from "react";
import { useNavigate } from "react-router";

/** Opens pressed visits (`a[data-visit]`) without a new page: one listener for all of a board, since a `Link` each is dear. */
export function useOpen(board: RefObject<HTMLElement | null>): void {
  const navigate = useNavigate();
  useEffect(() => {
    const root = board.current;
    if (!root) return;
    const onClick = (event: MouseEvent) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>("a[data-visit]");
      const elsewhere =
        event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
      if (!link || elsewhere || event.defaultPrevented) return;
      event.preventDefault();
      void navigate(link.pathname + link.search, { preventScrollReset: true });
    };
    root.addEventListener("click", onClick);
    return () => root.removeEventListener("click", onClick);
  }, [board, navigate]);
}
