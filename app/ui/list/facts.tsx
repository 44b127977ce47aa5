/**
 * Facts in a side panel: labels on the left, values on the right. A fact without a value is omitted.
 *
 *   <Facts> <Fact label="Customer">Ada Frost</Fact> <Fact label="Paid">{order.paid_at}</Fact> </Facts>
 */
import type { ReactNode } from "react";
import { Link } from "react-router";
import { cx } from "~/ui/cx";
import { PhoneLink } from "~/ui/page/phone-link";

export function Facts({ className, children }: { className?: string; children: ReactNode }) {
  return <dl className={cx("grid gap-2", className)}>{children}</dl>;
}

type FactProps = { label: string; href?: string; children: ReactNode };

/** With `href`, the value is a link. */
export function Fact({ label, href, children }: FactProps) {
  if (children === null || children === undefined || children === "" || children === false) return null;
  return (
    <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-3 text-[0.9375rem]/6">
      <dt className="text-moss">{label}</dt>
      <dd className="wrap-anywhere">
        {href ? (
          <Link
            to={href}
            className="-my-2.5 inline-block rounded-control py-2.5 font-medium text-evergreen-700 underline-offset-4 hover:underline"
          >
            {children}
          </Link>
        ) : (
          children
        )}
      </dd>
    </div>
  );
}

/** How somebody can be reached, as two facts. */
export function ContactFacts({ email, phone }: { email: string; phone: string | null }) {
  return (
    <>
      <Fact label="Email">
        <a href={`mailto:${email}`} className={contactLook}>
          {email}
        </a>
      </Fact>
      <Fact label="Phone">
        {phone ? (
          <PhoneLink phone={phone} className={contactLook} />
        ) : (
          <span className="text-moss">No phone</span>
        )}
      </Fact>
    </>
  );
}

const contactLook = "text-evergreen-700 hover:underline";
