import { ButtonLink } from "~/ui/button-link";
import { Picture } from "~/ui/picture";

/** For whom the answers were not enough, or enough to book. */
export function FaqClosing({ phone }: { phone: string }) {
  return (
    <aside
      aria-labelledby="still-heading"
      className="relative mt-14 overflow-hidden rounded-card bg-sage-soft md:mt-20 lg:mt-24 print:hidden"
    >
      <div className="relative z-10 max-w-lg p-7 sm:p-10 md:max-lg:max-w-sm lg:p-14">
        <h2 id="still-heading" className="text-title">
          Still wondering?
        </h2>
        <p className="mt-3 text-ink/80 text-lead">
          Write to us or call {phone}, Monday to Friday, 8:00 AM to 6:00 PM. And if everything is clear, the
          next free time is two minutes away.
        </p>
        <div className="mt-7 flex flex-wrap gap-3">
          <ButtonLink href="/contact" size="large" className="max-sm:grow">
            Contact Us
          </ButtonLink>
          <ButtonLink href="/book" size="large" variant="secondary" className="max-sm:grow">
            Book Now
          </ButtonLink>
        </div>
      </div>
      <Picture
        of="home-tips"
        alt=""
        sizes="(min-width: 64rem) 42rem, (min-width: 48rem) 26rem, 1px"
        className="absolute inset-y-0 right-0 h-full w-3/5 bg-transparent mask-dissolve-left object-cover object-[70%_60%] max-md:hidden"
      />
    </aside>
  );
}
