import { Form, Link, useNavigation } from "react-router";
import type { RisePage } from "~/features/plans/prices/view";
import { Button } from "~/ui/action/button";
import { TextField } from "~/ui/form/text-field";
import { Badge } from "~/ui/list/badge";
import { Card } from "~/ui/page/card";

/** Rises that customers know of, and that are not charged yet: each can be withdrawn, alone or with its batch. */
export function AnnouncedRises({ announced }: Pick<RisePage, "announced">) {
  const posted = useNavigation().formData;
  return (
    <Card className="p-5">
      <h2 className="text-heading">Announced</h2>
      {announced.length === 0 ? (
        <p className="mt-2 text-moss">No new prices are announced.</p>
      ) : (
        <ul className="mt-2 divide-y divide-line text-[0.9375rem]/6 tabular-nums">
          {announced.map(({ id, plan_id, number, customer, before, after, from, kept, of }) => (
            <li key={id} className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-2">
              <Link
                to={`/admin/plans/${plan_id}`}
                className="wrap-anywhere inline-flex min-h-11 items-center font-medium text-evergreen-700 underline-offset-4 hover:underline"
              >
                {customer}, {number}
              </Link>
              <span>
                {before} → {after} from {from}
              </span>
              {kept && <Badge tone="green">Kept</Badge>}
              <Form method="post" preventScrollReset className="ml-auto flex flex-wrap gap-2">
                <input type="hidden" name="price" value={id} />
                <Button
                  type="submit"
                  name="intent"
                  value="withdraw"
                  variant="ghost"
                  size="small"
                  pending={posted?.get("intent") === "withdraw" && posted.get("price") === id}
                >
                  Withdraw<span className="sr-only"> the new price of {number}</span>
                </Button>
                {of > 1 && (
                  <Button type="submit" name="intent" value="withdraw-all" variant="ghost" size="small">
                    Withdraw all {of}
                  </Button>
                )}
              </Form>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** How many days ahead customers hear of a new price. */
export function NoticeForm({ notice, error }: { notice: string; error: string | undefined }) {
  const busy = useNavigation().formData?.get("intent") === "notice";
  return (
    <Card className="p-5">
      <h2 className="mb-4 text-heading">Notice</h2>
      <Form method="post" preventScrollReset noValidate className="flex flex-wrap items-end gap-4">
        <TextField
          label="Days before a new price is charged"
          hint="Your terms of service show this number."
          name="days"
          inputMode="numeric"
          maxLength={3}
          autoComplete="off"
          required
          defaultValue={notice}
          error={error}
        />
        <Button type="submit" name="intent" value="notice" variant="secondary" pending={busy}>
          Save notice
        </Button>
      </Form>
    </Card>
  );
}
