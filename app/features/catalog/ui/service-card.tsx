import Check from "lucide-react/icons/check";
import { useId } from "react";
import { bookLabel, needsEstimate, priceLabel, type Service } from "~/features/catalog/service";
import { ButtonLink } from "~/ui/action/button-link";
import { BirchScene } from "~/ui/art/birch-scene";
import { Picture } from "~/ui/art/picture";
import { isPicture } from "~/ui/art/pictures";
import { cx } from "~/ui/cx";
import { Badge } from "~/ui/list/badge";
import { Card } from "~/ui/page/card";

type Props = {
  service: Service;
  currency: string;
  /** Address of the button. A service that needs an estimate always leads to /contact. */
  bookHref: string;
  heading: "h2" | "h3";
  /** Address of the service's page, if it has one. */
  moreHref?: string;
  /** True for the first card of a page: its picture loads eagerly. */
  first?: boolean;
  className?: string;
};

/** Card of a service. In a grid its parts align with its neighbors' (subgrid). */
export function ServiceCard({
  service,
  currency,
  bookHref,
  moreHref,
  heading: Heading,
  first,
  className,
}: Props) {
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
        {moreHref && (
          <a
            href={moreHref}
            className="relative z-10 inline-flex min-h-11 items-center font-medium text-evergreen-700 underline-offset-4 hover:underline"
          >
            More about {service.title}
          </a>
        )}
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

/** Picture of the service, or a drawn landscape. */
export function ServiceMedia({
  service,
  className,
  ...picture
}: {
  service: Service;
  sizes: string;
  priority?: boolean;
  className?: string;
}) {
  if (isPicture(service.image)) return <Picture of={service.image} className={className} {...picture} />;
  return <BirchScene variant={service.id.length} className={className} />;
}

/** Price in large type with small words around it: "from", "$53" and "/hr". Read aloud as one text. */
export function ServicePrice({ service, currency }: { service: Service; currency: string }) {
  const [, from, amount, unit] = /^(from )?([^/]*)(\/.*)?$/.exec(priceLabel(service, currency)) ?? [];
  return (
    <p className="font-display tabular-nums">
      {from && <span className="mr-0.5 font-sans text-base text-moss">{from}</span>}
      <span className={needsEstimate(service) ? sizes.words : sizes.price}>{amount}</span>
      {unit && <span className="ml-0.5 font-sans text-base text-moss">{unit}</span>}
    </p>
  );
}

const sizes = {
  price: "font-[560] text-[2.25rem]/[1.1] tracking-tight",
  words: "font-[560] text-[1.625rem]/[1.525] tracking-tight",
};

export function FeatureList({ features, className }: { features: string[]; className?: string }) {
  return (
    <ul className={cx("space-y-2", className)}>
      {features.map((feature) => (
        <li key={feature} className="flex gap-2.5 text-[0.9375rem]/6">
          <Check strokeWidth={2} className="mt-1 size-4 shrink-0 text-evergreen-500" />
          {feature}
        </li>
      ))}
    </ul>
  );
}
