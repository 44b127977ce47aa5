import { Notice } from "~/ui/notice";

/** Where nothing can be booked online: whom to call. */
export function NotOnline({ phone }: { phone: string }) {
  return (
    <Notice title="We don't take bookings online at the moment" className="mb-6">
      Please call us at{" "}
      <a href={`tel:${phone.replace(/[^+\d]/g, "")}`} className="font-semibold underline">
        {phone}
      </a>{" "}
      and we will find you a time.
    </Notice>
  );
}
