import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import Pencil from "lucide-react/icons/pencil";
import Trash2 from "lucide-react/icons/trash-2";
import { Form, Link } from "react-router";
import {
  type OfficeService,
  SERVICES_PAGE,
  SUBSCRIPTION_LABELS,
  servicePath,
  TYPE_LABELS,
} from "~/features/catalog/office/service";
import { needsEstimate, priceLabel } from "~/features/catalog/service";
import { ServiceMedia } from "~/features/catalog/ui/service-media";
import { formatCents } from "~/lib/money";
import { Badge } from "~/ui/badge";
import { cx } from "~/ui/cx";
import { Cell, Row } from "~/ui/data-table";
import { OfficeHandle } from "./handle";

type Props = {
  service: OfficeService;
  currency: string;
  place: number;
  dragging: boolean;
  onDrag: (over: string) => void;
  onDrop: () => void;
  onMove: (place: number) => void;
};

export function OfficeServiceRow({ service, currency, place, dragging, onDrag, onDrop, onMove }: Props) {
  const { id, title } = service;
  return (
    <Row href={servicePath(id)} label={`Edit ${title}`} current={dragging}>
      <Cell column="Service" wide>
        <div data-service={id} className="flex items-start gap-3">
          <OfficeHandle onDrag={onDrag} onDrop={onDrop} />
          <span aria-hidden className="hidden shrink-0 overflow-hidden rounded-control lg:block">
            <ServiceMedia service={service} sizes="4rem" className="h-12 w-16 object-cover" />
          </span>
          <div className="min-w-0">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
              <span className={cx("wrap-anywhere", !service.is_active && "text-moss")}>{title}</span>
              {service.is_popular && <Badge tone="sunlight">Popular</Badge>}
              {!service.is_active && <Badge>Inactive</Badge>}
            </p>
            <p className="mt-0.5 line-clamp-2 max-w-lg text-moss wrap-anywhere">{service.description}</p>
          </div>
        </div>
      </Cell>
      <Cell column="Price per hour" className="whitespace-nowrap tabular-nums">
        <span className="font-semibold">{formatCents(service.price_per_hour, currency)}</span>
        <span className="block text-[0.8125rem]/5 text-moss">{unitOf(service)}</span>
      </Cell>
      <Cell column="Type">{TYPE_LABELS[service.service_type]}</Cell>
      <Cell column="Subscription type" className="whitespace-nowrap">
        {SUBSCRIPTION_LABELS[service.subscription_type]}
      </Cell>
      <Cell column="Features" className="whitespace-nowrap tabular-nums">
        {service.features.length === 1 ? "1 feature" : `${service.features.length} features`}
      </Cell>
      <Cell column="Order" className="relative z-1 py-1.5">
        <Form
          method="post"
          action={SERVICES_PAGE}
          preventScrollReset
          onSubmit={(event) => {
            event.preventDefault();
            const { submitter } = event.nativeEvent as SubmitEvent;
            onMove(Number((submitter as HTMLButtonElement | null)?.value));
          }}
          className="-ml-2 flex"
        >
          <input type="hidden" name="intent" value="place" />
          <input type="hidden" name="id" value={id} />
          <button
            type="submit"
            name="place"
            value={place - 1}
            aria-label={`Move ${title} up`}
            className={iconLook}
          >
            <ArrowUp aria-hidden strokeWidth={1.75} className="size-5" />
          </button>
          <button
            type="submit"
            name="place"
            value={place + 1}
            aria-label={`Move ${title} down`}
            className={iconLook}
          >
            <ArrowDown aria-hidden strokeWidth={1.75} className="size-5" />
          </button>
        </Form>
      </Cell>
      <Cell column="Actions" className="relative z-1 py-1.5">
        <Form method="post" action={SERVICES_PAGE} preventScrollReset className="-ml-2 flex">
          <Link to={servicePath(id)} aria-label={`Edit ${title}`} title="Edit" className={iconLook}>
            <Pencil aria-hidden strokeWidth={1.75} className="size-5" />
          </Link>
          <input type="hidden" name="id" value={id} />
          <button
            type="submit"
            name="intent"
            value="delete"
            aria-label={`Delete ${title}`}
            title={service.booked ? "Has bookings: takes it off the site" : "Delete"}
            className={cx(iconLook, "hover:text-berry")}
          >
            <Trash2 aria-hidden strokeWidth={1.75} className="size-5" />
          </button>
        </Form>
      </Cell>
    </Row>
  );
}

/** "/hr", "/month" or "once" stands under the price; one of 0 is asked for. */
function unitOf(service: OfficeService): string {
  if (needsEstimate(service)) return "Get Estimate";
  const [, unit] = priceLabel(service).split("/");
  return unit === "hr" ? "per hour" : unit === "month" ? "per month" : "once";
}

const iconLook =
  "grid size-11 cursor-pointer place-items-center rounded-control text-moss transition-colors hover:bg-sage-soft hover:text-ink md:size-10";
