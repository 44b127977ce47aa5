import { Form, useNavigation } from "react-router";
import type { ListLine, ShownList } from "~/features/catalog/office/prices/view";
import { Button } from "~/ui/action/button";
import { Disclosure } from "~/ui/action/disclosure";
import { Badge } from "~/ui/list/badge";
import { Card } from "~/ui/page/card";

type Props = {
  /** `begins` is null for the price of the service's own form. */
  now: { begins: string | null; lines: ListLine[] };
  coming: ShownList[];
  past: ShownList[];
};

/** What is charged today, what is to come, and what was. */
export function PriceLists({ now, coming, past }: Props) {
  const busy = useNavigation().formData?.get("list");
  return (
    <div className="grid items-start gap-4 md:grid-cols-2">
      <Card className="grid gap-3 p-5">
        <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-heading">
          Charged today <Badge tone="green">{now.begins ? `Since ${now.begins}` : "Service form"}</Badge>
        </h2>
        {now.lines.length > 0 ? (
          <ListLines lines={now.lines} />
        ) : (
          <p className="text-moss">No price: customers ask for an estimate.</p>
        )}
      </Card>
      {coming.map(({ id, begins, lines }) => (
        <Card key={id} className="grid gap-3 p-5">
          <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-heading">
            To come <Badge tone="amber">From {begins}</Badge>
          </h2>
          <ListLines lines={lines} />
          <Form method="post" preventScrollReset>
            <input type="hidden" name="list" value={id} />
            <Button
              type="submit"
              name="intent"
              value="withdraw"
              variant="secondary"
              size="small"
              pending={busy === id}
            >
              Withdraw<span className="sr-only"> the list from {begins}</span>
            </Button>
          </Form>
        </Card>
      ))}
      {past.length > 0 && (
        <Card className="p-5 md:col-span-2">
          <h2 className="mb-1 text-heading">Earlier prices</h2>
          {past.map(({ id, begins, lines }) => (
            <Disclosure key={id} title={`From ${begins}`}>
              <ListLines lines={lines} />
            </Disclosure>
          ))}
        </Card>
      )}
    </div>
  );
}

/** The lines of a price list. */
export function ListLines({ lines }: { lines: readonly ListLine[] }) {
  return (
    <dl className="grid gap-1 text-[0.9375rem]/6">
      {lines.map(({ label, value }) => (
        <div key={label} className="flex justify-between gap-4">
          <dt className="wrap-anywhere text-moss">{label}</dt>
          <dd className="text-right tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
