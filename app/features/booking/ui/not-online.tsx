import { Notice } from "~/ui/notice";
import { PhoneLink } from "~/ui/phone-link";

/** Where nothing can be booked online: whom to call. */
export function NotOnline({ phone }: { phone: string }) {
  return (
    <Notice title="We don't take bookings online at the moment" className="mb-6">
      Please call us at <PhoneLink phone={phone} className="font-semibold underline" /> and we will find you a
      time.
    </Notice>
  );
}
