import ChevronRight from "lucide-react/icons/chevron-right";
import Layers from "lucide-react/icons/layers";
import type { BookingStatus } from "~/features/booking/booking";
import {
  type BookingListQuery,
  type OfficeFold,
  type OfficeRow,
  STATUS_LABELS,
  TABS,
  tabSearch,
} from "~/features/booking/office/list/list";
import { openAddress } from "~/lib/list-query";
import { QuickLink } from "~/ui/action/quick-link";
import { cx } from "~/ui/cx";
import { AttentionMark } from "~/ui/list/attention-mark";
import { Badge } from "~/ui/list/badge";
import { Cell, type Column, DataTable, Row } from "~/ui/list/data-table";
import { OfficeStatusSelect } from "./status-select";

type Props = {
  rows: OfficeRow[];
  /** The booking whose panel is open. */
  open: string | undefined;
  hrefOf: (id: string) => string;
  /** Where the visits of a plan are listed one by one. */
  planHrefOf: (plan: string) => string;
  sorts: Record<"date" | "amount", Column["sort"]>;
};

/** The bookings of one page, with the columns of the specification. */
export function OfficeTable({ rows, open, hrefOf, planHrefOf, sorts }: Props) {
  const columns: Column[] = [
    { heading: "Customer" },
    { heading: "Service" },
    { heading: "Date & Time", sort: sorts.date },
    { heading: "Location" },
    { heading: "Amount", sort: sorts.amount, className: "[&>*]:justify-end text-right" },
    { heading: "Status" },
    { heading: "Actions" },
  ];
  return (
    <DataTable label="Bookings" columns={columns}>
      {rows.map((row) =>
        row.fold ? (
          <FoldRow key={row.id} row={row} fold={row.fold} href={planHrefOf(row.fold.plan_id)} />
        ) : (
          <Row
            key={row.id}
            href={hrefOf(row.id)}
            current={row.id === open}
            label={`Open the booking of ${row.customer} on ${row.date}, ${row.time}`}
          >
            <WhoAndWhat row={row} />
            <Cell column="Date & Time">
              <span className="whitespace-nowrap">{row.date}</span>
              <span className="block text-moss">{row.time}</span>
            </Cell>
            <WhereAndHowMuch row={row} />
            <Cell column="Status">
              <OfficeBadge status={row.status} />
              {row.needs_attention && <AttentionMark />}
            </Cell>
            <Cell column="Actions" wide>
              <OfficeStatusSelect
                id={row.id}
                status={row.status}
                sequence={row.sequence}
                label={`Status of the booking of ${row.customer}`}
                className="relative z-1"
              />
            </Cell>
          </Row>
        ),
      )}
    </DataTable>
  );
}

/** All far visits of a plan. */
function FoldRow({ row, fold, href }: { row: OfficeRow; fold: OfficeFold; href: string }) {
  return (
    <Row href={href} leaves label={`Show ${fold.visits} of ${row.customer}, ${fold.days}`}>
      <WhoAndWhat row={row} />
      <Cell column="Date & Time">
        <span className="flex items-start gap-1.5 font-semibold">
          <Layers aria-hidden strokeWidth={1.75} className="mt-0.5 size-4 shrink-0 text-moss" />
          {fold.visits}
        </span>
        <span className="block text-moss">{fold.days}</span>
      </Cell>
      <WhereAndHowMuch row={row} />
      <Cell column="Status">
        {fold.cancelled && <span className="block text-moss">{fold.cancelled}</span>}
        {row.needs_attention && <AttentionMark />}
      </Cell>
      <Cell column="Actions" wide>
        <span aria-hidden className="inline-flex min-h-9 items-center gap-1 font-semibold text-spruce">
          Show them
          <ChevronRight strokeWidth={1.75} className="size-4" />
        </span>
      </Cell>
    </Row>
  );
}

function WhoAndWhat({ row }: { row: OfficeRow }) {
  return (
    <>
      <Cell column="Customer" wide>
        <span className="font-semibold">{row.customer}</span>
        <span className="block text-moss">{row.phone}</span>
        {!row.fold && <span className="block text-moss tabular-nums">{row.number}</span>}
      </Cell>
      <Cell column="Service">
        {row.service}
        <span className="block text-moss">{row.duration}</span>
      </Cell>
    </>
  );
}

function WhereAndHowMuch({ row }: { row: OfficeRow }) {
  return (
    <>
      <Cell column="Location" wide>
        {row.street}
        <span className="block text-moss">{row.town}</span>
      </Cell>
      <Cell column="Amount" className="tabular-nums @3xl:text-right">
        {row.amount}
      </Cell>
    </>
  );
}

type OfficeTabsProps = { query: BookingListQuery };

/** The bookings by the day of their visit, as links: the address says which ones show. */
export function OfficeTabs({ query }: OfficeTabsProps) {
  return (
    <nav aria-label="Bookings by day">
      <ul className="flex flex-wrap justify-between gap-1 rounded-control bg-sage-soft p-1 sm:inline-flex">
        {TABS.map(({ when, label }) => (
          <li key={label}>
            <QuickLink
              href={openAddress("/admin/bookings", tabSearch(query, when))}
              inPlace
              aria-current={query.filters.when === when ? "page" : undefined}
              className={look}
            >
              {label}
            </QuickLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const look = cx(
  "flex min-h-11 items-center justify-center rounded-lg px-1.5 font-semibold text-[0.9375rem]/5 text-moss sm:px-5 md:min-h-10",
  "transition-colors duration-150 hover:text-ink aria-[current=page]:bg-snow aria-[current=page]:text-ink aria-[current=page]:shadow-rest",
  "forced-colors:aria-[current=page]:border",
);

/** Pending secondary, confirmed and completed default, cancelled destructive (spec section 4). */
const TONES = { pending: "neutral", confirmed: "green", completed: "green", cancelled: "berry" } as const;

function OfficeBadge({ status }: { status: BookingStatus }) {
  return <Badge tone={TONES[status]}>{STATUS_LABELS[status]}</Badge>;
}
