import { Link } from "react-router";
import type { Dependent } from "~/features/moving/import";
import { formatCount } from "~/lib/number";
import { Notice } from "~/ui/page/notice";

/** What keeps an import from being undone. */
export function DependentsNotice({ dependents, count }: { dependents: Dependent[]; count: number }) {
  return (
    <Notice tone="error" title="This import can’t be undone now. Something depends on it:">
      <ul className="mt-1 list-disc pl-5">
        {dependents.map(({ customer_id, customer, what }) => (
          <li key={`${customer_id} ${what}`}>
            {customer_id ? (
              <Link to={`/admin/customers/${customer_id}`} className="font-medium underline">
                {customer}
              </Link>
            ) : (
              customer
            )}
            : {what}
          </li>
        ))}
        {count > dependents.length && <li>and {formatCount(count - dependents.length)} more</li>}
      </ul>
    </Notice>
  );
}
