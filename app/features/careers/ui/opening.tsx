import Banknote from "lucide-react/icons/banknote";
import Check from "lucide-react/icons/check";
import Clock from "lucide-react/icons/clock";
import MapPin from "lucide-react/icons/map-pin";
import { type Job, jobInquiry, jobPath } from "~/features/careers/application";
import { ButtonLink } from "~/ui/action/button-link";
import { cx } from "~/ui/cx";
import { Card } from "~/ui/page/card";
import { Prose } from "~/ui/page/prose";

/** One opening: the work on one side, the requirements on the other. */
export function Opening({ job }: { job: Job }) {
  const { id, title, location, type, pay, about, requirements } = job;
  const headingId = `opening-${id}`;
  return (
    <Card
      as="article"
      aria-labelledby={headingId}
      className={cx("overflow-hidden", requirements.length > 0 && "lg:grid lg:grid-cols-[3fr_2fr]")}
    >
      <div className="flex flex-col p-6 sm:p-8 lg:p-10">
        <h3 id={headingId} className="text-heading wrap-anywhere">
          {title}
        </h3>
        <ul className="mt-2.5 flex flex-wrap gap-x-5 gap-y-1 text-[0.9375rem]/6 text-moss">
          <li className="flex items-center gap-1.5">
            <MapPin strokeWidth={1.75} className="size-4.5 shrink-0" />
            {location}
          </li>
          <li className="flex items-center gap-1.5">
            <Clock strokeWidth={1.75} className="size-4.5 shrink-0" />
            {type}
          </li>
          {pay && (
            <li className="flex items-center gap-1.5">
              <Banknote strokeWidth={1.75} className="size-4.5 shrink-0" />
              {pay}
            </li>
          )}
        </ul>
        <Prose nodes={about} className="wrap-anywhere mt-4 max-w-[65ch]" />
        <ButtonLink
          href={jobPath(job)}
          data-apply=""
          aria-describedby={headingId}
          className="mt-7 self-start max-lg:hidden"
        >
          Apply Now
        </ButtonLink>
      </div>
      <div
        className={cx(
          "border-line bg-paper p-6 max-lg:border-t sm:p-8 lg:border-l lg:p-10",
          requirements.length === 0 && "lg:hidden",
        )}
      >
        {requirements.length > 0 && (
          <>
            <h4 className="font-sans font-semibold text-[0.9375rem]">What we’re looking for</h4>
            <ul className="mt-3.5 grid gap-2.5 text-[0.9375rem]/6">
              {requirements.map((requirement) => (
                <li key={requirement} className="wrap-anywhere flex gap-2.5">
                  <Check strokeWidth={2} className="mt-1 size-4 shrink-0 text-evergreen-600" />
                  {requirement}
                </li>
              ))}
            </ul>
          </>
        )}
        <ButtonLink
          href={jobPath(job)}
          data-apply=""
          aria-describedby={headingId}
          className="mt-7 w-full sm:w-auto lg:hidden"
        >
          Apply Now
        </ButtonLink>
      </div>
    </Card>
  );
}

/** Stands for the openings while there are none, and invites to write. */
export function NoOpenings({ email }: { email: string }) {
  return (
    <Card className="p-6 sm:p-8 lg:p-10">
      <h3 className="text-heading">No openings right now</h3>
      <p className="mt-2.5 max-w-[65ch] text-moss">
        We are glad to hear from people who would like to work with us all the same. Tell us in a few lines
        what you do and when you could work, and we write back when something opens.
      </p>
      <ButtonLink href={jobInquiry(email)} className="mt-7 max-sm:w-full">
        Write to Us
      </ButtonLink>
    </Card>
  );
}
