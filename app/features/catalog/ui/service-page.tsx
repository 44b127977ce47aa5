import type { Components, ExtraProps } from "hast-util-to-jsx-runtime";
import ArrowLeft from "lucide-react/icons/arrow-left";
import type { ComponentProps } from "react";
import { bookLabel, needsEstimate, type Service } from "~/features/catalog/service";
import type { TextTree } from "~/lib/text-tree";
import { ButtonLink } from "~/ui/action/button-link";
import { Card } from "~/ui/page/card";
import { Container } from "~/ui/page/container";
import { Prose } from "~/ui/page/prose";
import { FeatureList, ServiceMedia, ServicePrice } from "./service-card";

type Props = { service: Service; text: TextTree; currency: string };

/** A service with its text. `text` has the company's data in it. */
export function ServicePage({ service, text, currency }: Props) {
  const { id, title, description, service_type: type, features } = service;
  return (
    <Container className="pt-5 pb-16 md:pt-8 lg:pb-28">
      <ButtonLink href={`/services?type=${type}`} variant="ghost" className="-ml-5 print:hidden">
        <ArrowLeft aria-hidden="true" strokeWidth={1.75} className="size-5" />
        All services
      </ButtonLink>
      <article
        aria-labelledby="service-title"
        className="mt-5 grid items-start gap-x-16 gap-y-9 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr]"
      >
        <header className="max-w-[39rem]">
          <h1 id="service-title" className="wrap-anywhere text-title">
            {title}
          </h1>
          <p className="mt-3 text-lead text-moss">{description}</p>
        </header>
        <Card className="overflow-hidden lg:sticky lg:top-24 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <ServiceMedia
            service={service}
            sizes="(min-width: 64rem) 22rem, 94vw"
            priority
            className="aspect-4/3 w-full object-cover max-lg:aspect-21/9"
          />
          <div className="grid gap-4 p-6">
            <ServicePrice service={service} currency={currency} />
            <FeatureList features={features} />
            <ButtonLink
              href={
                needsEstimate(service) ? "/contact" : `/book?service=${encodeURIComponent(id)}&type=${type}`
              }
              aria-describedby="service-title"
              className="mt-2 w-full print:hidden"
            >
              {bookLabel(service)}
            </ButtonLink>
          </div>
        </Card>
        <Prose
          nodes={text.children}
          components={components}
          className="max-w-[39rem] wrap-anywhere text-[1.0625rem] [&>:first-child]:pt-0"
        />
      </article>
    </Container>
  );
}

/** The page's title is the service's, so a title in its text is a part's. */
const components: Partial<Components> = { h1: PartTitle, h2: PartTitle };

function PartTitle({ node: _, ...props }: ComponentProps<"h2"> & ExtraProps) {
  return <h2 {...props} className="pt-6 text-heading" />;
}
