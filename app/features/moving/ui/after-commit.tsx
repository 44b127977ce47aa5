import { Link } from "react-router";
import type { Dependent } from "~/features/moving/import";
import { SERIES_PAGE } from "~/features/plans/series/series";
import { formatCount } from "~/lib/number";
import { buttonLook } from "~/ui/action/button-look";
import { cx } from "~/ui/cx";
import { Card } from "~/ui/page/card";
import { Notice } from "~/ui/page/notice";

/** Where the series are that moved in with visits. */
export function SeriesCard({ count }: { count: number }) {
  return (
    <Card className="grid content-start gap-3 p-5 sm:p-6 lg:col-span-2">
      <h2 className="text-heading">{formatCount(count)} series moved in</h2>
      <p className="text-moss">
        Their visits are scheduled as far ahead as the file had them. Add more of them, or sell plans, before
        they run out.
      </p>
      <div>
        <Link
          to={SERIES_PAGE}
          className={cx(buttonLook({ variant: "secondary", size: "small" }), "min-h-11 max-sm:w-full")}
        >
          See the series
        </Link>
      </div>
    </Card>
  );
}

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
