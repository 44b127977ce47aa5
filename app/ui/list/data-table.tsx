/**
 * The table of a list in the office: a head that stays visible, columns that sort by links, and rows that open beside it.
 * On small screens each row is a card, with column names before its cells, and the sort links are above.
 *
 *   <DataTable label="Bookings" columns={[{ key: "date", heading: "Date & Time", sort: { href, direction } }, …]}>
 *     <Row href={…} label="Open the booking of Ada Frost"> <Cell column="Customer">…</Cell> … </Row>
 *   </DataTable>
 */
import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import ChevronsUpDown from "lucide-react/icons/chevrons-up-down";
import type { ReactNode } from "react";
import { QuickLink } from "~/ui/action/quick-link";
import { cx } from "~/ui/cx";

export type Column = {
  heading: string;
  /** The address that sorts by this column; `direction` if the list is sorted by it now. */
  sort?: { href: string; direction: "ascending" | "descending" | null };
  className?: string;
};

type Props = { label: string; columns: Column[]; className?: string; children: ReactNode };

export function DataTable({ label, columns, className, children }: Props) {
  return (
    <div className="@container">
      <SortLinks columns={columns} />
      <div
        className={cx(
          "rounded-card bg-snow shadow-rest ring-1 ring-line @max-3xl:bg-transparent @max-3xl:shadow-none @max-3xl:ring-0",
          className,
        )}
      >
        <table aria-label={label} className="w-full text-left text-[0.9375rem]/5 @max-3xl:block">
          <thead className="@max-3xl:hidden">
            <tr>
              {columns.map(({ heading, sort, className: look }) => (
                <th
                  key={heading}
                  scope="col"
                  aria-sort={sort?.direction ?? undefined}
                  className={cx(
                    "sticky top-16 z-10 border-line border-b bg-snow px-3 py-1 font-semibold text-moss first:rounded-tl-card first:pl-5 last:rounded-tr-card last:pr-5",
                    look,
                  )}
                >
                  {sort ? (
                    <SortLink heading={heading} {...sort} />
                  ) : (
                    <span className="flex min-h-9 items-center">{heading}</span>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="@max-3xl:grid @max-3xl:grid-cols-1 @max-3xl:gap-3">{children}</tbody>
        </table>
      </div>
    </div>
  );
}

/** Sort links where there is no head. */
function SortLinks({ columns }: Pick<Props, "columns">) {
  const sorts = columns.flatMap(({ heading, sort }) => (sort ? [{ heading, ...sort }] : []));
  if (sorts.length === 0) return null;
  return (
    <ul
      aria-label="Sort by"
      className="mb-2 flex flex-wrap items-center gap-x-5 text-[0.9375rem] text-moss before:content-['Sort_by'] @3xl:hidden print:hidden"
    >
      {sorts.map((sort) => (
        <li key={sort.heading}>
          <SortLink {...sort} />
          {sort.direction && <span className="sr-only">, {sort.direction}</span>}
        </li>
      ))}
    </ul>
  );
}

function SortLink({ heading, href, direction }: { heading: string } & NonNullable<Column["sort"]>) {
  const Icon = direction === "ascending" ? ArrowUp : direction === "descending" ? ArrowDown : ChevronsUpDown;
  return (
    <QuickLink
      href={href}
      inPlace
      className={cx(
        "-mx-2 inline-flex min-h-9 items-center gap-1.5 rounded-control px-2 font-semibold transition-colors hover:bg-sage-soft hover:text-ink pointer-coarse:min-h-11",
        direction && "text-ink",
      )}
    >
      {heading}
      <Icon aria-hidden strokeWidth={1.75} className={cx("size-4", !direction && "opacity-45")} />
    </QuickLink>
  );
}

type RowProps = {
  href?: string;
  label?: string;
  current?: boolean;
  /** For a row that opens another list in place of a panel. */
  leaves?: boolean;
  children: ReactNode;
};

/** A row. With `href`, pressing anywhere on it opens the link in its first cell. */
export function Row({ href, label, current = false, leaves = false, children }: RowProps) {
  return (
    <tr
      data-current={current || undefined}
      className="group/row relative border-line align-top transition-colors not-last:border-b has-[a.row-link]:hover:bg-sage-soft/60 data-current:bg-sage-soft @max-3xl:grid @max-3xl:grid-cols-[minmax(0,11fr)_minmax(0,9fr)] @max-3xl:gap-x-3 @max-3xl:gap-y-3 @max-3xl:rounded-card @max-3xl:border! @max-3xl:border-line! @max-3xl:bg-snow @max-3xl:p-4 @max-3xl:shadow-rest"
    >
      {children}
      {href && (
        <td className="w-0 p-0 @max-3xl:contents">
          <QuickLink
            href={href}
            inPlace={!leaves}
            aria-label={label}
            className="row-link absolute inset-0 rounded-control -outline-offset-2"
          />
        </td>
      )}
    </tr>
  );
}

/** The last cell of a row that opens a panel. */
export function DetailsCell() {
  return (
    <Cell column="Actions" className="whitespace-nowrap">
      <span aria-hidden className="font-medium text-evergreen-700 group-hover/row:underline">
        View Details
      </span>
    </Cell>
  );
}

type CellProps = { column: string; wide?: boolean; className?: string; children: ReactNode };

/**
 * `wide`: takes the full width when rows are cards. Without children it is omitted there. Give controls in a cell the
 * classes `relative z-1`, so that they are above the row's link.
 */
export function Cell({ column, wide = false, className, children }: CellProps) {
  return (
    <td
      className={cx(
        "px-3 py-3 first:pl-5 last:pr-5 @max-3xl:block @max-3xl:p-0! @max-3xl:wrap-anywhere",
        wide && "@max-3xl:col-span-2",
        !children && "@max-3xl:hidden",
        className,
      )}
    >
      <span className="mb-0.5 block font-normal text-[0.8125rem]/5 text-moss @3xl:hidden">{column}</span>
      {children}
    </td>
  );
}
