import CircleCheck from "lucide-react/icons/circle-check";
import { useEffect } from "react";
import { Link } from "react-router";
import type { PhoneSold } from "~/features/plans/phone/view";
import { buttonLook } from "~/ui/action/button-look";
import { CopyField } from "~/ui/action/copy-field";
import { Card } from "~/ui/page/card";

/** What was sold, to read to the caller, the link to pay, and the way to the next call. */
export function Sold({ sold, onShown }: { sold: PhoneSold; onShown: () => void }) {
  const { id, number, name, service, when, first, price, sale } = sold;
  useEffect(onShown, [onShown]);
  return (
    <Card className="wrap-anywhere grid max-w-2xl gap-4 p-5 sm:p-6">
      <h2 className="flex items-center gap-2.5 text-heading">
        <CircleCheck aria-hidden strokeWidth={1.75} className="size-6 shrink-0 text-fern" />
        Plan {number} waits for payment
      </h2>
      <p className="font-semibold">{name}</p>
      <ul className="grid gap-1">
        <li>
          {service}, {when.charAt(0).toLowerCase() + when.slice(1)}
        </li>
        <li>First visit {first}</li>
        <li>{price} a month, charged when the customer pays and then every month</li>
        <li>The visits are held until {sale.until}</li>
      </ul>
      <p className="text-[0.9375rem] text-moss">
        {sale.email
          ? `The customer gets an email with the link to pay, at ${sale.email}.`
          : "There is no email address: copy the link and text it to the customer."}
      </p>
      {sale.url && <CopyField label="Pay link" value={sale.url} />}
      <div className="flex flex-wrap gap-3">
        <Link to="/admin/bookings/new" className={buttonLook({ size: "medium" })}>
          Book another
        </Link>
        <Link to={`/admin/plans/${id}`} className={buttonLook({ variant: "secondary", size: "medium" })}>
          Open plan {number}
        </Link>
      </div>
    </Card>
  );
}
