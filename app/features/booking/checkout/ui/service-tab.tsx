import Check from "lucide-react/icons/check";
import type { Draft } from "~/features/booking/checkout/draft";
import { type Choice, FEATURES_SHOWN } from "~/features/booking/checkout/page";
import type { BookingTab } from "~/features/booking/checkout/steps";
import type { ServiceType } from "~/features/catalog/service";
import { Button } from "~/ui/action/button";
import { ButtonLink } from "~/ui/action/button-link";
import { cx } from "~/ui/cx";
import { CardRadio } from "~/ui/form/card-radio";
import { Badge } from "~/ui/list/badge";
import { Loading } from "~/ui/page/loading";
import { Notice } from "~/ui/page/notice";
import { PhoneLink } from "~/ui/page/phone-link";

const LABELS: Record<ServiceType, string> = { residential: "Residential", commercial: "Commercial" };

type Props = {
  draft: Draft;
  types: ServiceType[];
  choices: Choice[];
  /** The services that have a page of their own, by id. */
  withPage: string[];
  loading: boolean;
  error?: string;
  onTypeChange: (type: Draft["type"]) => void;
  onServiceChange: (id: string) => void;
};

export function ServiceTab({
  draft,
  types,
  choices,
  withPage,
  loading,
  error,
  onTypeChange,
  onServiceChange,
}: Props) {
  return (
    <div>
      {types.length > 1 && <TypeToggle type={draft.type} types={types} onTypeChange={onTypeChange} />}
      {loading ? (
        <Loading className="py-16">Loading services...</Loading>
      ) : (
        <fieldset
          className="mt-5 grid gap-4 first:mt-0 sm:grid-cols-2"
          aria-describedby={error ? "service-error" : undefined}
        >
          <legend className="sr-only">Service</legend>
          {error && (
            <p id="service-error" className="font-medium text-berry sm:col-span-2">
              {error}
            </p>
          )}
          {choices.length === 0 && (
            <p className="py-10 text-center text-moss sm:col-span-2">
              No services available for {draft.type} cleaning.
            </p>
          )}
          {choices.map((choice) =>
            choice.estimateOnly ? (
              <EstimateCard
                key={choice.service.id}
                choice={choice}
                hasPage={withPage.includes(choice.service.id)}
              />
            ) : (
              <div key={choice.service.id} className="relative grid">
                <CardRadio
                  name="service"
                  value={choice.service.id}
                  checked={draft.service === choice.service.id}
                  onChange={() => onServiceChange(choice.service.id)}
                  aria-labelledby={`${choice.service.id}-title`}
                  aria-describedby={`${choice.service.id}-price ${choice.service.id}-text`}
                  className={withPage.includes(choice.service.id) ? "pb-14" : undefined}
                >
                  <ChoiceWords choice={choice} />
                </CardRadio>
                {withPage.includes(choice.service.id) && (
                  <IncludedLink service={choice.service} className="absolute bottom-2 left-13.5" />
                )}
              </div>
            ),
          )}
        </fieldset>
      )}
    </div>
  );
}

/** Two buttons that post the form without script, so that what was filled in comes along. */
function TypeToggle({
  type,
  types,
  onTypeChange,
}: Pick<Props, "types" | "onTypeChange"> & { type: ServiceType }) {
  return (
    <fieldset className="inline-flex rounded-full bg-sage-soft p-1">
      <legend className="sr-only">Type of cleaning</legend>
      {types.map((option) => (
        <button
          key={option}
          type="submit"
          name="intent"
          value={`type:${option}`}
          formNoValidate
          aria-pressed={type === option}
          onClick={(event) => {
            event.preventDefault();
            onTypeChange(option);
          }}
          className={cx(
            "min-h-11 cursor-pointer rounded-full px-5 font-semibold transition-colors duration-150",
            type === option ? "bg-snow text-evergreen-700 shadow-rest" : "text-moss hover:text-ink",
          )}
        >
          {LABELS[option]}
        </button>
      ))}
    </fieldset>
  );
}

function ChoiceWords({ choice: { service, price } }: { choice: Choice }) {
  return (
    <>
      <span className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span id={`${service.id}-title`} className="font-display text-lg [font-weight:560]">
          {service.title}
        </span>
        <span id={`${service.id}-price`} className="font-semibold tabular-nums">
          {price}
        </span>
      </span>
      {service.is_popular && (
        <Badge tone="sunlight" className="mt-1.5">
          Most Popular
        </Badge>
      )}
      <span id={`${service.id}-text`} className="mt-1.5 block text-[0.9375rem]/6 text-moss">
        {service.description}
      </span>
      <span className="mt-3 grid gap-1.5">
        {service.features.slice(0, FEATURES_SHOWN).map((feature) => (
          <span key={feature} className="flex gap-2 text-[0.9375rem]/5">
            <Check strokeWidth={2} className="mt-0.5 size-4 shrink-0 text-evergreen-600" />
            {feature}
          </span>
        ))}
      </span>
    </>
  );
}

type LinkProps = { service: Choice["service"]; className?: string };

/** Opens the service's page in a new tab, so that nothing that was chosen is left. */
function IncludedLink({ service: { id, title }, className }: LinkProps) {
  return (
    <a
      href={`/services/${id}`}
      target="_blank"
      className={cx(
        "inline-flex min-h-11 items-center font-medium text-[0.9375rem] text-evergreen-700 underline-offset-4 hover:underline",
        className,
      )}
      rel="noopener"
    >
      What's included<span className="sr-only"> in {title} (opens a new tab)</span>
    </a>
  );
}

/** Its price depends on the house, so it leads to us instead of to a checkout. */
function EstimateCard({ choice, hasPage }: { choice: Choice; hasPage: boolean }) {
  return (
    <div className="rounded-card border border-line border-dashed p-5 sm:pl-13">
      <ChoiceWords choice={choice} />
      {hasPage && <IncludedLink service={choice.service} className="mr-5 mt-2" />}
      <ButtonLink href="/contact" variant="secondary" size="small" className="mt-4">
        Get Estimate
      </ButtonLink>
    </div>
  );
}

/** The contact for a service that can't be booked online. */
export function NotOnline({ phone }: { phone: string }) {
  return (
    <Notice title="Online booking isn’t available right now" className="mb-6">
      Please call us at <PhoneLink phone={phone} className="font-semibold underline" /> and we’ll find you a
      time.
    </Notice>
  );
}

/** Leads to the next tab. */
export function Continue({ to, onGo }: { to: BookingTab; onGo: (tab: BookingTab) => void }) {
  return (
    <Button size="large" className="mt-8 w-full sm:w-auto noscript:hidden" onClick={() => onGo(to)}>
      Continue
    </Button>
  );
}
