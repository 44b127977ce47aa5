import { useEffect } from "react";
import { useFetcher, useLocation } from "react-router";
import type { ToastMessage } from "~/lib/toast-message";
import { buttonLook } from "~/ui/button-look";
import { controlLook } from "~/ui/control-look";
import { cx } from "~/ui/cx";
import { useToast } from "~/ui/toast";
import type { BookingStatus } from "../booking";
import { STATUS_LABELS, STATUSES } from "../office-list";

type Props = { id: string; status: BookingStatus; label: string; disabled?: boolean; className?: string };

/** The status of a booking, saved at once; without script a button saves it. A refused change goes back. */
export function OfficeStatusSelect({ id, status, label, disabled = false, className }: Props) {
  const fetcher = useFetcher<{ toast: ToastMessage }>({ key: `status ${id}` });
  const { pathname, search } = useLocation();
  const show = useToast();
  const refused = fetcher.data?.toast;
  useEffect(() => {
    if (refused) show(refused);
  }, [refused, show]);
  const saving = fetcher.formData?.get("status");
  return (
    <fetcher.Form
      method="post"
      action="/admin/bookings"
      onChange={(event) => fetcher.submit(event.currentTarget)}
      className={cx("flex items-center gap-2", className)}
    >
      <input type="hidden" name="intent" value="status" />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="to" value={pathname + search} />
      <select
        key={saving ? "saving" : status}
        name="status"
        aria-label={label}
        aria-busy={saving !== undefined || undefined}
        defaultValue={saving ? String(saving) : status}
        disabled={disabled}
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
      <button
        type="submit"
        className={cx(buttonLook({ variant: "secondary", size: "small" }), "hidden! noscript:inline-flex!")}
      >
        Save
      </button>
    </fetcher.Form>
  );
}
