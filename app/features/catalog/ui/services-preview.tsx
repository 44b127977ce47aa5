import { ButtonLink } from "~/ui/action/button-link";
import { Notice } from "~/ui/page/notice";
import { Section } from "~/ui/page/section";
import type { Service } from "../service";
import { ServiceCard } from "./service-card";

type Props = {
  /** At most three, in the order of spec section 9. Null if they could not be read. */
  services: Service[] | null;
  /** Address of a service's own page, if it has one. */
  moreHrefOf: (id: string) => string | undefined;
  currency: string;
  phone: string;
};

export function ServicesPreview({ services, moreHrefOf, currency, phone }: Props) {
  return (
    <Section
      heading="Our Services"
      lead={`Clear prices, ${waysToPay(services ?? [])}. You see the full amount before you book.`}
      aside={
        <ButtonLink href="/services" variant="secondary" className="max-sm:hidden">
          View All Services
        </ButtonLink>
      }
    >
      {services === null && (
        <Notice
          tone="error"
          action={
            <ButtonLink href="/" variant="secondary" size="small">
              Try again
            </ButtonLink>
          }
        >
          Error loading services. Please try again later.
        </Notice>
      )}
      {services?.length === 0 && (
        <Notice>
          Our list of services is being refreshed. Call us at {phone} and we’ll find a time together.
        </Notice>
      )}
      {services && services.length > 0 && (
        <div className="-mb-6 grid gap-x-6 sm:grid-cols-2 lg:grid-cols-3">
          {services.map((service) => (
            <ServiceCard
              key={service.id}
              service={service}
              currency={currency}
              heading="h3"
              moreHref={moreHrefOf(service.id)}
              bookHref={`/book?service=${encodeURIComponent(service.id)}`}
              className={wideWhenAlone}
            />
          ))}
        </div>
      )}
      <ButtonLink href="/services" variant="secondary" size="large" className="mt-6 w-full sm:hidden">
        View All Services
      </ButtonLink>
    </Section>
  );
}

/** By what visitors see prices: the hour, the month, and the home once a service has a price list for it. */
function waysToPay(services: readonly Service[]): string {
  const byHome = services.some(({ prices }) => prices?.by === "home");
  return byHome ? "by the home, the hour or the month" : "by the hour or by the month";
}

/** In two columns the third card spans its row. */
const wideWhenAlone =
  "sm:max-lg:nth-3:col-span-2 sm:max-lg:nth-3:[&_img]:aspect-21/9 sm:max-lg:nth-3:[&_ul]:columns-2";
