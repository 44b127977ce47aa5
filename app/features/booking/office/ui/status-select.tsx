import { useEffect, useRef, useState } from "react";
import { useFetcher, useLocation } from "react-router";
import type { BookingStatus } from "~/features/booking/booking";
import { STATUS_LABELS, STATUSES } from "~/features/booking/office/list/list";
import type { ToastMessage } from "~/lib/toast-message";
import { ConfirmDialog } from "~/ui/action/confirm-dialog";
import { NoScriptButton } from "~/ui/action/no-script-button";
import { useAllowed } from "~/ui/allowed";
import { cx } from "~/ui/cx";
import { controlLook } from "~/ui/form/control-look";
import { useChosen } from "~/ui/live/use-chosen";
import { useToast } from "~/ui/page/toast";

type Props = {
  id: string;
  status: BookingStatus;
  sequence: number;
  label: string;
  disabled?: boolean;
  className?: string;
};

/**
 * The status of a booking, saved as soon as it is chosen; by keyboard with Enter or when it is left, since the arrow keys
 * go through all that lies between. Cancelling asks first. A refused change goes back. Without script a button saves it.
 */
export function OfficeStatusSelect({ id, status, sequence, label, className, ...rest }: Props) {
  const disabled = !useAllowed("bookings.edit") || rest.disabled === true;
  const fetcher = useFetcher<{ toast: ToastMessage }>();
  const { pathname, search } = useLocation();
  const show = useToast();
  const form = useRef<HTMLFormElement>(null);
  const byKeyboard = useRef(false);
  const refused = fetcher.data?.toast;
  const [chosen, choose] = useChosen(status, refused);
  const [asking, ask] = useState(false);
  const saving = fetcher.state !== "idle";
  useEffect(() => {
    if (refused) show(refused);
  }, [refused, show]);

  const save = () => {
    ask(false);
    if (form.current) fetcher.submit(form.current);
  };
  const decide = (wanted: string) => {
    byKeyboard.current = false;
    if (wanted === status) return;
    if (wanted === "cancelled") ask(true);
    else save();
  };
  return (
    <>
      {/* Not `fetcher.Form`: a list has one a row, and that works its address out each time. */}
      <form
        ref={form}
        method="post"
        action="/admin/bookings"
        onSubmit={(event) => {
          event.preventDefault();
          fetcher.submit(event.currentTarget);
        }}
        className={cx("flex items-center gap-2", className)}
      >
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="from" value={status} />
        <input type="hidden" name="sequence" value={sequence} />
        <input type="hidden" name="to" value={pathname + search} />
        <select
          name="status"
          aria-label={label}
          aria-busy={saving || undefined}
          value={chosen}
          disabled={disabled}
          onPointerDown={() => {
            byKeyboard.current = false;
          }}
          onKeyDown={(event) => {
            if (event.key === "Enter" && chosen !== status) {
              event.preventDefault();
              decide(chosen);
            } else if (event.key === "Escape" && byKeyboard.current && chosen !== status) {
              event.preventDefault();
              byKeyboard.current = false;
              choose(status);
            } else if (event.key !== "Enter" && event.key !== "Tab") byKeyboard.current = true;
          }}
          onChange={({ currentTarget: { value } }) => {
            if (saving) return;
            choose(value as BookingStatus);
            if (!byKeyboard.current) decide(value);
          }}
          onBlur={() => {
            if (byKeyboard.current) decide(chosen);
          }}
          className={cx(
            controlLook,
            "min-h-10! w-auto! py-1.5! pr-8! pl-3! text-[0.9375rem]! max-md:min-h-11!",
          )}
        >
          {STATUSES.map((value) => (
            <option key={value} value={value}>
              {STATUS_LABELS[value]}
            </option>
          ))}
        </select>
        <NoScriptButton>Save</NoScriptButton>
      </form>
      {asking && (
        <ConfirmDialog
          title="Cancel this booking?"
          yes="Cancel booking"
          no="Keep booking"
          onYes={save}
          onNo={() => {
            ask(false);
            choose(status);
          }}
        >
          The slot is released and the customer is notified. Cancelling here does not refund; to choose a
          refund, open the booking.
        </ConfirmDialog>
      )}
    </>
  );
}
