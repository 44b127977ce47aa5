import { useState } from "react";
import { useFetcher } from "react-router";
import { type OfficeService, placed, SERVICES_PAGE, TYPE_LABELS } from "~/features/catalog/office/service";
import type { ServiceType } from "~/features/catalog/service";
import { DataTable } from "~/ui/data-table";
import { OfficeServiceRow } from "./service-row";

type Props = { type: ServiceType; services: OfficeService[]; currency: string };

const COLUMNS = ["Service", "Price per hour", "Type", "Subscription type", "Features", "Order", "Actions"];

/** The services of one type in the order of the site; rows are moved by their handle or by their buttons. */
export function OfficeServices({ type, services, currency }: Props) {
  const fetcher = useFetcher();
  const [dragged, setDragged] = useState<{ id: string; place: number } | null>(null);
  const [said, setSaid] = useState("");
  const sent = fetcher.formData;
  const sending = sent && { id: String(sent.get("id")), place: Number(sent.get("place")) };
  const moved = dragged ?? sending;
  const shown = moved ? placed(services, moved.id, moved.place) : services;

  const drop = () => {
    setDragged(null);
    const from = services.findIndex(({ id }) => id === dragged?.id);
    if (!dragged || shown.findIndex(({ id }) => id === dragged.id) === from) return;
    send(dragged.id, dragged.place);
  };
  const send = (id: string, place: number) => {
    const after = placed(services, id, place);
    const index = after.findIndex((service) => service.id === id);
    setSaid(`${after[index]?.title} is now number ${index + 1} of ${after.length}.`);
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
        {shown.map((service, index) => (
          <OfficeServiceRow
            key={service.id}
            service={service}
            currency={currency}
            place={index}
            dragging={dragged?.id === service.id}
            onDrag={(over) => {
              const place = shown.findIndex(({ id }) => id === over);
              if (place !== -1) setDragged({ id: service.id, place });
            }}
            onDrop={drop}
            onMove={(place) => send(service.id, place)}
          />
        ))}
      </DataTable>
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
    </section>
  );
}
