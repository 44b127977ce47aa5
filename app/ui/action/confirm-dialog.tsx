/**
 * Asks before something that can't simply be taken back; stands over the page while it is there. Esc is "no".
 *
 *   {asking && (
 *     <ConfirmDialog title="Cancel this booking?" yes="Cancel the booking" no="Keep it" onYes={…} onNo={…}>
 *       Its slot becomes free, and the customer is told.
 *     </ConfirmDialog>
 *   )}
 */
import { type ReactNode, useEffect, useId, useRef } from "react";
import { Button } from "./button";

type Props = {
  title: string;
  yes: string;
  no: string;
  onYes: () => void;
  onNo: () => void;
  children: ReactNode;
};

export function ConfirmDialog({ title, yes, no, onYes, onNo, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const text = useId();
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  const answer = (then: () => void) => {
    dialog.current?.close(); // returns the focus
    then();
  };
  return (
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      aria-describedby={text}
      onCancel={(event) => {
        event.preventDefault();
        answer(onNo);
      }}
      className="fixed inset-0 z-50 m-auto w-[min(26rem,calc(100%-2rem))] max-w-none rounded-card bg-snow p-5 text-ink shadow-lift backdrop:bg-scrim motion-safe:animate-appear sm:p-6"
    >
      <h2 id={heading} className="text-heading">
        {title}
      </h2>
      <p id={text} className="mt-2 text-moss">
        {children}
      </p>
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button
          type="button"
          variant="secondary"
          size="small"
          className="min-h-11"
          onClick={() => answer(onNo)}
        >
          {no}
        </Button>
        <Button
          type="button"
          variant="destructive"
          size="small"
          className="min-h-11"
          onClick={() => answer(onYes)}
        >
          {yes}
        </Button>
      </div>
    </dialog>
  );
}
