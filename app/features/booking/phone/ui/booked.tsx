import CircleCheck from "lucide-react/icons/circle-check";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import type { PhoneBooked } from "~/features/booking/phone/view";
import { buttonLook } from "~/ui/action/button-look";
import { Card } from "~/ui/page/card";
import { forgetCall } from "./unfinished-call";

/** What was booked, to read to the caller, and the way to the next one. */
export function Booked({ booked }: { booked: PhoneBooked }) {
  const { id, number, name, phone, email, service, when, crew, address, total } = booked;
  const next = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    forgetCall();
    next.current?.focus(); // the next call begins with Enter
  }, []);
  const lines = [`${service}, ${when}`, crew ?? "", address, `${total} on the day`].filter(Boolean);
  return (
    <Card className="wrap-anywhere grid max-w-2xl gap-4 p-5 sm:p-6">
      <h2 className="flex items-center gap-2.5 text-heading">
        <CircleCheck aria-hidden strokeWidth={1.75} className="size-6 shrink-0 text-fern" />
        {number} is booked
      </h2>
      <div>
        <p className="font-semibold">{name}</p>
        <p className="text-moss">{[phone, email].filter(Boolean).join(" · ")}</p>
      </div>
      <ul className="grid gap-1">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className="text-[0.9375rem] text-moss">
        {email
          ? "The customer will get a confirmation by email."
          : "There is no email address: read this to the caller."}
      </p>
      <div className="flex flex-wrap gap-3">
        <Link ref={next} to="/admin/bookings/new" className={buttonLook({ size: "medium" })}>
          Book another
        </Link>
        <Link to={`/admin/bookings/${id}`} className={buttonLook({ variant: "secondary", size: "medium" })}>
          Open {number}
        </Link>
      </div>
    </Card>
  );
}
