/**
 * Short messages at the edge of the screen: one at a time, gone after 5 s, held while hovered or focused.
 * `<Toasts>` (flash-toast.tsx) stands around the pages of a layout.
 *
 *   const toast = useToast();
 *   toast({ title: "Redirecting to Payment" });
 *   toast({ title: "Payment Error", description: message, destructive: true });   announced at once
 *   toast({ title: "Visit moved", undo: { action: "/admin/schedule", fields: { … } } });   with a button that posts
 */
import { Toast } from "@base-ui/react/toast";
import X from "lucide-react/icons/x";
import { type ReactNode, useCallback } from "react";
import type { ToastMessage, Undo } from "~/lib/toast-message";
import { UndoForm } from "~/ui/action/undo-form";
import { cx } from "~/ui/cx";

/** Spec section 9: 4 to 5 seconds. */
const TOAST_MS = 5000;

export function ToastProvider({ children }: { children: ReactNode }) {
  return (
    <Toast.Provider limit={1} timeout={TOAST_MS}>
      {children}
      <Toast.Portal>
        <Toast.Viewport className={viewportLook}>
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

/** Above the bar at the bottom of a small screen, if there is one. */
const viewportLook = cx(
  "fixed inset-x-4 bottom-4 z-50 mx-auto max-w-sm sm:right-6 sm:bottom-6 sm:left-auto sm:mx-0 sm:w-96 print:hidden",
  "max-lg:in-[html:has(.bottom-bar)]:bottom-36!",
);

/** Returns the function that shows a message in place of the one before. */
export function useToast(): (message: ToastMessage) => void {
  const { add, close } = Toast.useToastManager<Data>();
  return useCallback(
    ({ title, description, destructive = false, undo }) => {
      close();
      add({
        title,
        description,
        type: destructive ? "destructive" : "plain",
        priority: destructive ? "high" : "low",
        data: { undo },
      });
    },
    [add, close],
  );
}

type Data = { undo?: Undo };

function ToastList() {
  const { toasts, close } = Toast.useToastManager<Data>();
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      aria-hidden={false} // reachable by keyboard, so not hidden
      className={cx(
        "absolute right-0 bottom-0 left-0 flex items-start gap-3 rounded-card p-4 pl-5 shadow-lift ring-1",
        "transition-[opacity,translate] duration-200 ease-out data-ending-style:opacity-0 data-limited:opacity-0",
        "data-starting-style:translate-y-3 data-starting-style:opacity-0",
        toast.type === "destructive" ? "bg-berry text-snow ring-berry-deep" : "bg-snow text-ink ring-line",
      )}
    >
      <Toast.Content className="min-w-0 flex-1">
        <Toast.Title className="font-sans font-semibold" render={<p />} />
        <Toast.Description className="mt-0.5 text-[0.9375rem]/6 opacity-90" />
      </Toast.Content>
      {toast.data?.undo && <UndoForm undo={toast.data.undo} onSubmit={() => close(toast.id)} />}
      <Toast.Close
        aria-label="Close"
        aria-hidden={false}
        className="-mt-2 -mr-2 grid size-11 cursor-pointer place-items-center rounded-control hover:bg-ink/10"
      >
        <X strokeWidth={1.75} className="size-5" />
      </Toast.Close>
    </Toast.Root>
  ));
}
