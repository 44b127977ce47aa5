import { useId } from "react";
import { Badge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button-link";
import { Card } from "~/ui/card";
import { cx } from "~/ui/cx";
import { bookLabel, needsEstimate, type Service } from "../service";
import { FeatureList } from "./feature-list";
import { ServiceMedia } from "./service-media";
import { ServicePrice } from "./service-price";

type Props = {
  service: Service;
  currency: string;
  /** Where the button leads; a service that needs an estimate always leads to /contact. */
  bookHref: string;
  heading: "h2" | "h3";
  /** The first of a page that begins with cards: its picture doesn't wait to be scrolled to. */
  first?: boolean;
  className?: string;
};

/** One service of the catalogue. In a grid its parts line up with those of its neighbours (subgrid). */
export function ServiceCard({ service, currency, bookHref, heading: Heading, first, className }: Props) {
  const titleId = useId();
  return (
    <Card
      as="article"
      lifted={service.is_popular}
      aria-labelledby={titleId}
      className={cx(
        "group relative row-span-5 mb-6 grid grid-rows-subgrid gap-y-0 overflow-hidden pb-6",
        "transition-shadow duration-200 ease-out hover:shadow-lift",
        service.is_popular && "lg:-translate-y-2",
        className,
      )}
    >
      <div className="overflow-hidden">
        <ServiceMedia
          service={service}
          sizes="(min-width: 64rem) 24rem, 92vw"
          priority={first}
          className="aspect-4/3 w-full object-cover transition-transform duration-250 ease-out group-hover:scale-[1.015]"
        />
        {service.is_popular && (
          <Badge tone="sunlight" className="absolute top-4 left-4 shadow-rest">
            Most Popular
          </Badge>
        )}
      </div>
      <div className="px-6 pt-6">
        <Heading id={titleId} className="text-heading">
          {service.title}
        </Heading>
        <p className="mt-2 text-moss">{service.description}</p>
      </div>
      <div className="px-6 pt-4">
        <ServicePrice service={service} currency={currency} />
      </div>
      <FeatureList features={service.features} className="px-6 pt-4" />
      <div className="self-end px-6 pt-6">
        <ButtonLink
          href={needsEstimate(service) ? "/contact" : bookHref}
          variant={service.is_popular ? "primary" : "secondary"}
          aria-describedby={titleId}
          className="w-full after:absolute after:inset-0 after:rounded-card"
        >
          {bookLabel(service)}
        </ButtonLink>
      </div>
    </Card>
  );
}
