import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import GripVertical from "lucide-react/icons/grip-vertical";
import Pencil from "lucide-react/icons/pencil";
import Trash2 from "lucide-react/icons/trash-2";
import { type PointerEvent, useState } from "react";
import { Form, Link, useFetcher } from "react-router";
import {
  moveWithin,
  type OfficeService,
  SERVICES_PAGE,
  SUBSCRIPTION_LABELS,
  servicePath,
  TYPE_LABELS,
} from "~/features/catalog/office/service";
import { needsEstimate, priceLabel, type ServiceType } from "~/features/catalog/service";
import { ServiceMedia } from "~/features/catalog/ui/service-card";
import { formatCents } from "~/lib/money";
import { cx } from "~/ui/cx";
import { Badge } from "~/ui/list/badge";
import { Cell, DataTable, Row } from "~/ui/list/data-table";
import { useHydrated } from "~/ui/live/use-hydrated";

type Props = { type: ServiceType; services: OfficeService[]; currency: string };

const COLUMNS = ["Service", "Price per hour", "Type", "Subscription type", "Features", "Order", "Actions"];

/** The services of one type in the order of the site. Rows move by handle or by buttons. */
export function OfficeServices({ type, services, currency }: Props) {
  const fetcher = useFetcher();
  const [dragged, setDragged] = useState<{ id: string; place: number } | null>(null);
  const [announcement, setAnnouncement] = useState("");
  const sent = fetcher.formData;
  const sending = sent && { id: String(sent.get("id")), place: Number(sent.get("place")) };
  const moved = dragged ?? sending;
  const ordered = moved ? moveWithin(services, moved.id, moved.place) : services;

  const drop = () => {
    setDragged(null);
    const from = services.findIndex(({ id }) => id === dragged?.id);
    if (!dragged || ordered.findIndex(({ id }) => id === dragged.id) === from) return;
    send(dragged.id, dragged.place);
  };
  const send = (id: string, place: number) => {
    const after = moveWithin(services, id, place);
    const index = after.findIndex((service) => service.id === id);
    setAnnouncement(`${after[index]?.title} is now number ${index + 1} of ${after.length}.`);
    fetcher.submit({ intent: "place", id, place }, { method: "post", action: SERVICES_PAGE });
  };

  return (
    <section aria-labelledby={`${type}-services`} className="grid gap-3">
      <h2 id={`${type}-services`} className="text-heading">
        {TYPE_LABELS[type]}
      </h2>
      <DataTable
        label={`${TYPE_LABELS[type]} services`}
        columns={COLUMNS.map((heading) => ({
          heading,
          className: heading === "Service" ? "w-2/5" : undefined,
        }))}
      >
        {ordered.map((service, index) => (
          <OfficeServiceRow
            key={service.id}
            service={service}
            currency={currency}
            place={index}
            dragging={dragged?.id === service.id}
            onDrag={(over) => {
              const place = ordered.findIndex(({ id }) => id === over);
              if (place !== -1) setDragged({ id: service.id, place });
            }}
            onDrop={drop}
            onMove={(place) => send(service.id, place)}
          />
        ))}
      </DataTable>
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
    </section>
  );
}

type OfficeServiceRowProps = {
  service: OfficeService;
  currency: string;
  place: number;
  dragging: boolean;
  onDrag: (over: string) => void;
  onDrop: () => void;
  onMove: (place: number) => void;
};

function OfficeServiceRow({
  service,
  currency,
  place,
  dragging,
  onDrag,
  onDrop,
  onMove,
}: OfficeServiceRowProps) {
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
        <span className="font-semibold">
          {service.prices ? priceLabel(service, currency) : formatCents(service.price_per_hour, currency)}
        </span>
        <span className="block text-[0.8125rem]/5 text-moss">{unitOf(service)}</span>
        <Link
          to={`${servicePath(id)}/prices`}
          aria-label={`Prices of ${title}`}
          className="relative z-1 -mx-2 -mb-2.5 inline-flex min-h-11 items-center rounded-control px-2 font-medium text-evergreen-700 underline-offset-4 hover:underline md:min-h-9"
        >
          Prices
        </Link>
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

/** Unit shown under the price: "/hr", "/month" or "once". A price of 0 means an estimate. */
function unitOf(service: OfficeService): string {
  if (needsEstimate(service)) return "Get Estimate";
  if (service.prices) return "by its price list";
  const [, unit] = priceLabel(service).split("/");
  return unit === "hr" ? "per hour" : unit === "month" ? "per month" : "once";
}

const iconLook =
  "grid size-11 cursor-pointer place-items-center rounded-control text-moss transition-colors hover:bg-sage-soft hover:text-ink md:size-10";

type OfficeHandleProps = {
  /** Called with the `data-service` of the row under the pointer. */
  onDrag: (over: string) => void;
  onDrop: () => void;
};

/** Drag handle for mouse and touch. For the keyboard there are buttons. */
function OfficeHandle({ onDrag, onDrop }: OfficeHandleProps) {
  if (!useHydrated()) return null;
  const follow = (event: PointerEvent) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const { clientX, clientY } = event;
    const row = document.elementFromPoint(clientX, clientY)?.closest("tr");
    const over = row?.querySelector<HTMLElement>("[data-service]")?.dataset.service;
    if (over) onDrag(over);
  };
  return (
    <span
      aria-hidden
      title="Drag to move"
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={follow}
      onLostPointerCapture={onDrop}
      className="relative z-1 -my-1 -ml-2 grid size-11 shrink-0 cursor-grab touch-none place-items-center rounded-control text-moss transition-colors hover:bg-sage-soft hover:text-ink active:cursor-grabbing md:h-10 md:w-7"
    >
      <GripVertical strokeWidth={1.75} className="size-5" />
    </span>
  );
}
