import { Form, useNavigation } from "react-router";
import {
  SUBSCRIBER_LABELS,
  SUBSCRIBER_LIST,
  SUBSCRIBER_STATUSES,
  type SubscriberRow,
} from "~/features/content/newsletter/office/list";
import type { SubscriberStatus } from "~/features/content/newsletter/rules";
import { Button } from "~/ui/action/button";
import { Badge } from "~/ui/list/badge";
import { Cell, DataTable, Row } from "~/ui/list/data-table";

const TONES = { subscribed: "green", pending: "amber", unsubscribed: "neutral" } as const;

export function SubscriberTable({ rows, search }: { rows: SubscriberRow[]; search: string }) {
  return (
    <DataTable
      label="Subscribers"
      columns={[
        { heading: "Email" },
        { heading: "Status", className: "w-44" },
        { heading: "Requested", className: "w-32" },
        { heading: "Confirmed", className: "w-32" },
        { heading: "Opted out", className: "w-32" },
        { heading: "Actions", className: "w-52" },
      ]}
    >
      {rows.map((row) => (
        <Row key={row.id}>
          <Cell column="Email" wide className="wrap-anywhere font-semibold @3xl:align-middle">
            {row.email}
          </Cell>
          <Cell column="Status" className="@3xl:align-middle">
            <Badge tone={TONES[row.status]}>{SUBSCRIBER_LABELS[row.status]}</Badge>
          </Cell>
          <Day column="Requested" day={row.asked} />
          <Day column="Confirmed" day={row.confirmed} />
          <Day column="Opted out" day={row.left} />
          <Cell column="Actions" wide className="@3xl:align-middle">
            <SubscriberActions subscriber={row} search={search} />
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}

function Day({ column, day }: { column: string; day: string | null }) {
  return (
    <Cell column={column} className="whitespace-nowrap tabular-nums @3xl:align-middle">
      {day ?? (
        <span className="text-moss">
          <span aria-hidden>–</span>
          <span className="sr-only">Not yet</span>
        </span>
      )}
    </Cell>
  );
}

type Props = {
  subscriber: SubscriberRow;
  /** Query of the list, to return to. */
  search: string;
};

/** Unsubscribes with one press, which can be undone. Deletes only after a second confirmation. */
function SubscriberActions({ subscriber: { id, email, status }, search }: Props) {
  const posted = useNavigation().formData;
  const pending = posted?.get("id") === id ? posted.get("intent") : null;
  return (
    <Form
      method="post"
      action={SUBSCRIBER_LIST.path + search}
      preventScrollReset
      className="flex flex-wrap gap-2"
    >
      <input type="hidden" name="id" value={id} />
      {status !== "unsubscribed" && (
        <Button
          type="submit"
          name="intent"
          value="remove"
          variant="secondary"
          size="small"
          pending={pending === "remove"}
          aria-label={`Unsubscribe ${email}`}
        >
          Unsubscribe
        </Button>
      )}
      <details className="group/forget relative">
        <summary
          aria-label={`Delete ${email}`}
          className="flex min-h-10 cursor-pointer list-none items-center rounded-control px-3 font-semibold text-[0.9375rem] text-moss transition-colors hover:bg-sage-soft hover:text-berry max-md:min-h-11 [&::-webkit-details-marker]:hidden"
        >
          Delete
        </summary>
        <div className="absolute right-0 z-20 mt-1 grid w-72 gap-3 rounded-card bg-snow p-4 shadow-lift ring-1 ring-line max-md:right-auto max-md:left-0">
          <p className="text-[0.9375rem]/6">
            The address and all newsletter emails to it will be deleted for good.
          </p>
          <Button
            type="submit"
            name="intent"
            value="forget"
            variant="destructive"
            size="small"
            pending={pending === "forget"}
            aria-label={`Delete for good: ${email}`}
            className="justify-self-start"
          >
            Delete for good
          </Button>
        </div>
      </details>
    </Form>
  );
}

/** Number of subscribers per status, ignoring the search. */
export function SubscriberCounts({ counts }: { counts: Record<SubscriberStatus, number> }) {
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2">
      {SUBSCRIBER_STATUSES.map((status) => (
        <div key={status} className="flex items-baseline gap-2">
          <dt className="order-2 text-[0.9375rem] text-moss">{SUBSCRIBER_LABELS[status].toLowerCase()}</dt>
          <dd className="font-semibold text-[1.25rem]/6 tabular-nums">
            {counts[status].toLocaleString("en-US")}
          </dd>
        </div>
      ))}
    </dl>
  );
}
