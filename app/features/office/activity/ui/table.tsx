import { Link } from "react-router";
import type { Change, EntryCustomer, Fact } from "~/features/office/activity/details";
import type { ActivityRow } from "~/features/office/activity/list";
import { Cell, DataTable, Row } from "~/ui/list/data-table";

type Props = { rows: ActivityRow[]; open: string | undefined; hrefOf: (id: number) => string };

/** The audit trail as sentences, newest first. */
export function ActivityTable({ rows, open, hrefOf }: Props) {
  return (
    <DataTable
      label="Activity"
      columns={[
        { heading: "Time", className: "w-56" },
        { heading: "Who", className: "w-64" },
        { heading: "What" },
        { heading: "Customer", className: "w-48" },
      ]}
    >
      {rows.map(({ id, at, who, what, customer }) => (
        <Row key={id} href={hrefOf(id)} label={`${who} ${what}, ${at}`} current={open === String(id)}>
          <Cell column="Time" className="text-moss tabular-nums md:whitespace-nowrap">
            {at}
          </Cell>
          <Cell column="Who" className="font-semibold wrap-anywhere">
            {who}
          </Cell>
          <Cell column="What" wide className="wrap-anywhere">
            {what}
          </Cell>
          <Cell column="Customer" className="wrap-anywhere">
            {customer && <CustomerLink customer={customer} />}
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}

function CustomerLink({ customer: { id, name } }: { customer: EntryCustomer }) {
  if (!id) return name;
  return (
    <Link
      to={`/admin/customers/${id}`}
      className="relative z-1 font-medium text-evergreen-700 underline-offset-4 hover:underline"
    >
      {name}
    </Link>
  );
}

type Entry = {
  at: string;
  who: string;
  what: string;
  action: string;
  entity: string;
  name: string | null;
  href: string | null;
  customer: EntryCustomer | null;
  changes: Change[];
  facts: Fact[];
};

/** An audit entry with values before and after. */
export function ActivityDetails({ entry }: { entry: Entry }) {
  const { at, who, what, action, entity, name, href, customer, changes, facts } = entry;
  return (
    <div className="grid gap-6">
      <div>
        <p className="text-lead wrap-anywhere">
          <b className="font-semibold">{who}</b> {what}.
        </p>
        <p className="mt-1 text-moss tabular-nums">{at}</p>
      </div>
      {changes.length > 0 && (
        <table className="w-full table-fixed text-left text-[0.9375rem]/5">
          <caption className="sr-only">Before and after</caption>
          <thead>
            <tr className="border-line border-b text-moss">
              <th scope="col" className="w-1/4 py-2 pr-3 font-semibold">
                <span className="sr-only">Field</span>
              </th>
              <th scope="col" className="py-2 pr-3 font-semibold">
                Before
              </th>
              <th scope="col" className="py-2 font-semibold">
                After
              </th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ field, before, after }) => (
              <tr key={field} className="border-line align-top not-last:border-b">
                <th
                  scope="row"
                  className="py-2.5 pr-3 font-normal text-moss wrap-anywhere first-letter:uppercase"
                >
                  {field}
                </th>
                <td className="whitespace-pre-line py-2.5 pr-3 wrap-anywhere">
                  {before ?? <span className="text-moss">–</span>}
                </td>
                <td className="whitespace-pre-line py-2.5 font-medium wrap-anywhere">
                  {after ?? <span className="font-normal text-moss">–</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 text-[0.9375rem]/5">
        {[
          ...facts,
          { field: "action", value: action },
          ...(name ? [{ field: entity.replaceAll("_", " "), value: name }] : []),
        ].map(({ field, value }) => (
          <div key={field} className="contents">
            <dt className="text-moss first-letter:uppercase">{field}</dt>
            <dd className="whitespace-pre-line wrap-anywhere">{value}</dd>
          </div>
        ))}
        {customer && (
          <div className="contents">
            <dt className="text-moss">Customer</dt>
            <dd className="wrap-anywhere">
              <CustomerLink customer={customer} />
            </dd>
          </div>
        )}
      </dl>
      {href && (
        <Link
          to={href}
          className="inline-flex min-h-11 items-center justify-self-start rounded-control font-semibold text-evergreen-700 underline-offset-4 hover:underline"
        >
          View
        </Link>
      )}
    </div>
  );
}
