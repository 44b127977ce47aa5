/**
 * A small dialog that stands over the page while it is there, and gives the focus back when it ends. Esc is `onCancel`.
 *
 *   <Dialog title="Confirm that it's you" onCancel={…}>
 *     {(close) => <Button onClick={() => close(onDone)}>Confirm</Button>}
 *   </Dialog>
 *
 * close        ends the dialog, then calls what it is given
 * describedBy  the id of the text that is read out with the title
 */
import { type ReactNode, useEffect, useId, useRef } from "react";

type Props = {
  title: string;
  onCancel: () => void;
  describedBy?: string;
  children: (close: (then: () => void) => void) => ReactNode;
};

export function Dialog({ title, onCancel, describedBy, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  const close = (then: () => void) => {
    dialog.current?.close(); // returns the focus
    then();
  };
  return (
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      aria-describedby={describedBy}
      onCancel={(event) => {
        event.preventDefault();
        close(onCancel);
      }}
      className="fixed inset-0 z-60 m-auto w-[min(26rem,calc(100%-2rem))] max-w-none rounded-card bg-snow p-5 text-ink shadow-lift backdrop:bg-scrim motion-safe:animate-appear sm:p-6"
    >
      <h2 id={heading} className="text-heading">
        {title}
      </h2>
      {children(close)}
    </dialog>
  );
}
