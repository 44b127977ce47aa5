import Clock from "lucide-react/icons/clock";
import Mail from "lucide-react/icons/mail";
import MapPin from "lucide-react/icons/map-pin";
import Phone from "lucide-react/icons/phone";
import type { ComponentType, ReactNode } from "react";
import type { Week } from "~/features/operations/settings/settings";
import { officeHours, publicHours } from "~/features/scheduling/availability/opening-hours";
import { isDialable } from "~/lib/phone";
import { addressLines, type CompanyAddress } from "~/lib/postal-address";
import { BirchTrunk } from "~/ui/art/birch-trunk";
import { LenticelDivider } from "~/ui/art/lenticel-divider";
import { cx } from "~/ui/cx";
import { PhoneLink } from "~/ui/page/phone-link";

type Props = { phone: string; email: string; address: CompanyAddress; week: Week | null; className?: string };

/** Phone, email, address and opening hours of the company. */
export function ContactDetails({ phone, email, address, week, className }: Props) {
  const lines = addressLines(address);
  return (
    <section
      aria-label="Contact details"
      className={cx("on-evergreen relative overflow-hidden bg-evergreen-700 text-paper", className)}
    >
      <dl className="relative z-10 grid content-start gap-6 sm:max-lg:grid-cols-2">
        {isDialable(phone) && (
          <Detail icon={Phone} label="Phone">
            <PhoneLink phone={phone} className={linkLook} />
          </Detail>
        )}
        <Detail icon={Mail} label="Email">
          <a href={`mailto:${email}`} className={cx(linkLook, "break-words")}>
            {email.slice(0, email.indexOf("@") + 1)}
            <wbr />
            {email.slice(email.indexOf("@") + 1)}
          </a>
        </Detail>
        {lines.length > 0 && (
          <Detail icon={MapPin} label="Address">
            {lines.map((line) => (
              <span key={line} className="wrap-anywhere block">
                {line}
              </span>
            ))}
          </Detail>
        )}
        <Detail icon={Clock} label="Hours">
          {publicHours(week).map(({ days, hours }) => (
            <span key={days} className="block">
              <span className="inline-block">{days}</span> <span className="inline-block">{hours}</span>
            </span>
          ))}
        </Detail>
      </dl>
      <p className="relative z-10 mt-7 border-evergreen-500 border-t pt-5 text-[0.9375rem]/6 text-evergreen-100">
        Questions about bookings, payments and refunds are answered {officeHours(week)}. If your visit is
        within the next 24 hours, please call <span className="whitespace-nowrap">{phone}</span> instead of
        writing.
      </p>
      <Birches />
    </section>
  );
}

type DetailProps = {
  icon: ComponentType<{ strokeWidth?: number; className?: string }>;
  label: string;
  children: ReactNode;
};

function Detail({ icon: Icon, label, children }: DetailProps) {
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] content-start gap-x-4">
      <dt className="contents">
        <span className="row-span-2 grid size-11 place-items-center rounded-full bg-evergreen-600 text-evergreen-100">
          <Icon strokeWidth={1.75} className="size-5" />
        </span>
        <span className="text-[0.9375rem]/5 text-evergreen-200">{label}</span>
      </dt>
      <dd className="col-start-2 font-medium text-[1.0625rem]/6">{children}</dd>
    </div>
  );
}

const linkLook =
  "-my-2 inline-block max-w-full py-2 underline decoration-evergreen-400 underline-offset-4 transition-colors hover:decoration-paper";

function Birches() {
  return (
    <svg
      viewBox="0 0 400 240"
      preserveAspectRatio="xMaxYMax slice"
      aria-hidden="true"
      className="absolute inset-x-0 bottom-0 hidden h-60 w-full lg:block"
    >
      <circle className="fill-sunlight" cx="118" cy="118" r="34" />
      <path className="fill-evergreen-600" d="M0 240v-60c90-50 190-60 280-30 50-16 90-18 120-8v98Z" />
      <BirchTrunk x={206} y={20} width={20} height={220} />
      <BirchTrunk x={286} y={-10} width={30} height={250} flip />
      <BirchTrunk x={346} y={10} width={16} height={230} />
      <path className="fill-evergreen-800" d="M0 240c100-36 250-40 400-18v18Z" />
    </svg>
  );
}

/** What happens with a message, in three steps. */
export function WhatHappensNext({ email }: { email: string }) {
  const steps = [
    `A short email confirms that your message has reached us. If you don’t see it, check your spam folder or write to ${email}.`,
    "Someone on our support team reads it and, if it’s about a visit, checks with the crew.",
    "You get an answer by email, or by phone if you left your number and a call is quicker. A message sent outside our office hours waits for the next of them.",
  ];
  return (
    <section aria-labelledby="next-heading" className="mt-14 md:mt-20">
      <h2 id="next-heading" className="text-heading">
        What happens next
      </h2>
      <LenticelDivider className="mt-5 w-full text-line" />
      <ol className="mt-6 grid gap-6 lg:grid-cols-3 lg:gap-10">
        {steps.map((step, index) => (
          <li key={step} className="flex gap-4">
            <span
              aria-hidden
              className="-mt-1 w-5 shrink-0 font-[560] font-display text-3xl text-evergreen-500 tabular-nums leading-none"
            >
              {index + 1}
            </span>
            <p className="wrap-anywhere min-w-0 text-moss">{step}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
