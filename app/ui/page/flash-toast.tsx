import X from "lucide-react/icons/x";
import { type ComponentProps, type ReactNode, useEffect } from "react";
import type { ToastMessage } from "~/lib/toast-message";
import { UndoForm } from "~/ui/action/undo-form";
import { cx } from "~/ui/cx";
import { ToastProvider, useToast } from "./toast";

type Props = { toast: ToastMessage | null; hydrated: boolean };

/** A page whose parts can show toasts, with the one that a redirect left. */
export function Toasts({ children, ...left }: Props & { children: ReactNode }) {
  return (
    <ToastProvider>
      {children}
      <FlashToast {...left} />
    </ToastProvider>
  );
}

/** The toast that a redirect left. On a page without script it is part of the page and fades by itself. */
function FlashToast({ toast, hydrated }: Props) {
  const show = useToast();
  useEffect(() => {
    if (toast) show(toast);
  }, [toast, show]);
  if (!toast) return null;
  return <StillToast toast={toast} data-toast="" className={cx(hydrated && "hidden! noscript:flex!")} />;
}

type StillProps = Omit<ComponentProps<"dialog">, "open"> & { toast: ToastMessage };

/** A toast in the page's HTML. It fades by itself; `hidden` until it is needed. */
export function StillToast({ toast, className, ...rest }: StillProps) {
  return (
    <dialog
      {...rest}
      open
      aria-label="Message"
      className={cx(
        "fixed inset-x-4 top-auto bottom-4 z-60 m-0 mx-auto w-auto max-w-sm items-start gap-3 rounded-card p-4 pl-5 shadow-lift ring-1 open:flex",
        "sm:right-6 sm:bottom-6 sm:left-auto sm:mx-0 sm:w-96 print:hidden!",
        "animate-passing hover:[animation-play-state:paused] focus-within:[animation-play-state:paused] motion-reduce:animate-none",
        toast.destructive ? "bg-berry text-snow ring-berry-deep" : "bg-snow text-ink ring-line",
        className,
      )}
    >
      <div role={toast.destructive ? "alert" : "status"} className="min-w-0 flex-1">
        <p className="font-semibold">{toast.title}</p>
        {toast.description && <p className="mt-0.5 text-[0.9375rem]/6 opacity-90">{toast.description}</p>}
      </div>
      {toast.undo && <UndoForm undo={toast.undo} />}
      <form method="dialog">
        <button
          type="submit"
          aria-label="Close"
          className="-mt-2 -mr-2 grid size-11 cursor-pointer place-items-center rounded-control hover:bg-ink/10"
        >
          <X strokeWidth={1.75} className="size-5" />
        </button>
      </form>
    </dialog>
  );
}
