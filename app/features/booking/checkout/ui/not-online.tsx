import { Notice } from "~/ui/notice";
import { PhoneLink } from "~/ui/phone-link";

/** Where nothing can be booked online: whom to call. */
export function NotOnline({ phone }: { phone: string }) {
  return (
    <Notice title="Online booking isn’t available right now" className="mb-6">
      Please call us at <PhoneLink phone={phone} className="font-semibold underline" /> and we’ll find you a
      time.
    </Notice>
  );
}
