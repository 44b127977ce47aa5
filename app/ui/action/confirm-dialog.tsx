/**
 * Asks before something that can't simply be taken back; stands over the page while it is there. Esc is "no".
 *
 *   {asking && (
 *     <ConfirmDialog title="Cancel this booking?" yes="Cancel the booking" no="Keep it" onYes={…} onNo={…}>
 *       Its slot becomes free, and the customer is told.
 *     </ConfirmDialog>
 *   )}
 */
import { type ReactNode, useId } from "react";
import { Button } from "./button";
import { Dialog } from "./dialog";

type Props = {
  title: string;
  yes: string;
  no: string;
  onYes: () => void;
  onNo: () => void;
  children: ReactNode;
};

export function ConfirmDialog({ title, yes, no, onYes, onNo, children }: Props) {
  const text = useId();
  return (
    <Dialog title={title} onCancel={onNo} describedBy={text}>
      {(close) => (
        <>
          <p id={text} className="mt-2 text-moss">
            {children}
          </p>
          <div className="mt-5 flex flex-wrap justify-end gap-2">
            <Button
              type="button"
              variant="secondary"
              size="small"
              className="min-h-11"
              onClick={() => close(onNo)}
            >
              {no}
            </Button>
            <Button
              type="button"
              variant="destructive"
              size="small"
              className="min-h-11"
              onClick={() => close(onYes)}
            >
              {yes}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}
