import { LenticelDivider } from "~/ui/lenticel-divider";

/** What becomes of a message, in three steps along a line of lenticels. */
export function WhatHappensNext({ email }: { email: string }) {
  const steps = [
    `A short email confirms that your message has reached us. If you don’t see it, check your spam folder or write to ${email}.`,
    "Someone on our support team reads it and, if it’s about a visit, checks with the crew.",
    "You get an answer by email, or by phone if you left your number and a call is quicker. Usually that is the same day; a message sent on a weekend is answered on Monday.",
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
