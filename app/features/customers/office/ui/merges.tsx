import { Form, Link, useNavigation } from "react-router";
import { mergePath, type Proposal, type Undoable } from "~/features/customers/merges/rules";
import type { CustomerView } from "~/features/customers/office/customer";
import { Button } from "~/ui/action/button";
import { Badge } from "~/ui/list/badge";
import { linkLook, PanelSection } from "./sections";

type Props = {
  customer: CustomerView;
  proposals: Proposal[];
  merges: Undoable[];
};

/** Who may be the same customer, and what was merged into this one. */
export function CustomerMerges({ customer, proposals, merges }: Props) {
  const pending = useNavigation().formData?.get("merge");
  return (
    <div className="mt-6 grid gap-6">
      <PanelSection
        heading="Possible duplicates"
        count={proposals.length}
        empty="Nobody else looks like this customer."
      >
        <ul className="grid gap-3 text-[0.9375rem]">
          {proposals.map(({ one, other, reasons }) => {
            const twin = one.id === customer.id ? other : one;
            return (
              <li key={twin.id} className="wrap-anywhere">
                <Link to={mergePath(customer.id, twin.id)} className={linkLook}>
                  {twin.name} {twin.number}
                </Link>
                <span className="flex flex-wrap gap-1.5">
                  {reasons.map((reason) => (
                    <Badge key={reason} tone="amber">
                      {reason}
                    </Badge>
                  ))}
                </span>
              </li>
            );
          })}
        </ul>
      </PanelSection>
      {merges.length > 0 && (
        <PanelSection heading="Merged into this customer">
          <ul className="grid gap-3 text-[0.9375rem]">
            {merges.map(({ id, name, author, on, until }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-3">
                <span className="wrap-anywhere min-w-0">
                  <span className="block font-medium">{name}</span>
                  <span className="block text-moss">
                    {author}, {on}. Can be undone until {until}.
                  </span>
                </span>
                <Form method="post" preventScrollReset>
                  <input type="hidden" name="merge" value={id} />
                  <Button
                    type="submit"
                    name="intent"
                    value="undo-merge"
                    variant="secondary"
                    size="small"
                    className="min-h-11"
                    pending={pending === id}
                  >
                    Undo
                  </Button>
                </Form>
              </li>
            ))}
          </ul>
        </PanelSection>
      )}
      <p className="border-line border-t pt-5 text-[0.9375rem]">
        <Link to={mergePath(customer.id)} className={linkLook}>
          Merge with another customer
        </Link>
      </p>
    </div>
  );
}
