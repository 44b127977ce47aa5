/**
 * The panel of a list's row, beside the list. It is a page with its own address, so it can be linked to and works without
 * script. The cross leads back to the list and its row; so does Esc, unless something typed is not saved. Below 1024 px the
 * panel covers the list, which then can't be reached.
 *
 *   <SidePanel title="Booking" closeHref="/admin/bookings?status=pending">…</SidePanel>
 */
import { type ReactNode, useEffect, useId, useRef } from "react";
import { useNavigate } from "react-router";
import { CloseLink } from "~/ui/action/close-link";
import { useToast } from "~/ui/page/toast";
import { useCoveredList, useFocusBack, useTyped } from "./use-panel";

type Props = { title: ReactNode; closeHref: string; actions?: ReactNode; children: ReactNode };

const UNSAVED = {
  title: "Not saved yet",
  description: "Save your changes, or close with the X to discard them.",
};

export function SidePanel({ title, closeHref, actions, children }: Props) {
  const navigate = useNavigate();
  const show = useToast();
  const panel = useRef<HTMLElement>(null);
  const heading = useId();
  const typed = useTyped();
  const { isUnsaved } = typed;

  useCoveredList(panel); // first, so that the focus can return to the list
  useFocusBack(panel, closeHref);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const busy = document.querySelector(
        "dialog:modal, [role=dialog]:not([aria-modal=false]), [role=listbox], :popover-open",
      );
      if (event.key !== "Escape" || event.defaultPrevented || busy) return;
      if (isUnsaved()) show(UNSAVED);
      else navigate(closeHref, { preventScrollReset: true });
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [navigate, closeHref, show, isUnsaved]);

  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-labelledby={heading}
      onFocus={typed.onFocus}
      className="fixed inset-y-0 right-0 z-40 flex w-full flex-col border-line border-l bg-snow shadow-lift outline-none sm:w-[28rem] motion-safe:animate-appear print:static"
    >
      <header className="flex min-h-16 items-center gap-2 border-line border-b py-2 pr-2 pl-5">
        <h2 id={heading} className="line-clamp-3 min-w-0 flex-1 text-heading wrap-anywhere">
          {title}
        </h2>
        {actions}
        <CloseLink to={closeHref} />
      </header>
      <div className="flex-1 overflow-y-auto overscroll-contain p-5">{children}</div>
    </aside>
  );
}
