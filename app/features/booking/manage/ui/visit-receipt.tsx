import type { ReactNode } from "react";
import { Link } from "react-router";
import {
  formatRefund,
  type GivenBack,
  type PriceLine,
  type ShownVisit,
} from "~/features/booking/manage/visit";
import { addressLines, type CompanyAddress } from "~/lib/postal-address";
import { type BrandLook, BrandName } from "~/ui/art/brand-mark";
import { LenticelDivider } from "~/ui/art/lenticel-divider";
import { cx } from "~/ui/cx";
import { Card } from "~/ui/page/card";
import { TestMark } from "~/ui/page/test-mark";
import { VisitWhen } from "./visit-page";

type Props = {
  company: {
    company_name: string;
    contact_email: string;
    phone: string;
    address: CompanyAddress;
    brand: BrandLook;
  };
  /** What was paid for: a visit, or a month of a plan. */
  visit: ShownVisit | null;
  plan?: string[];
  /** Paid at the test checkout. */
  isTest: boolean;
  number: string;
  paidOn: string;
  customer: string[];
  lines: PriceLine[];
  total: string;
  /** What was taken, and what is due besides. */
  paid: string;
  due: string | null;
  refunds: GivenBack[];
  /** What is left of the payment after the refunds. */
  balance: string;
  issuedOn: string;
  /** The other receipts of the same order: what was issued is never changed. */
  others: { no: number; number: string; on: string }[];
  hrefOf: (no: number) => string;
};

/** A sheet that reads the same on screen and on paper. */
export function VisitReceipt({
  company,
  visit,
  plan = [],
  isTest,
  number,
  paidOn,
  customer,
  issuedOn,
  others,
  hrefOf,
  ...money
}: Props) {
  return (
    <Card as="article" className={sheetLook}>
      <header className="flex flex-wrap items-start justify-between gap-x-10 gap-y-6">
        <div className="min-w-0">
          <div className="flex items-center gap-2.5">
            <BrandName
              brand={company.brand}
              name={company.company_name}
              mark="size-9 shrink-0"
              wide="h-10 w-auto min-w-0 max-w-60 object-left"
            >
              <p className="font-display text-xl [font-weight:560]">{company.company_name}</p>
            </BrandName>
          </div>
          <address className="wrap-anywhere mt-3 text-moss not-italic">
            {[...addressLines(company.address), company.phone, company.contact_email].map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          </address>
        </div>
        <div className="sm:text-right">
          <h1 className="text-title">Receipt</h1>
          <p className="mt-1 text-moss">
            No. <span className="font-semibold text-ink tabular-nums">{number}</span>
          </p>
          <p className="text-moss">Paid on {paidOn}</p>
          {others.length > 0 && <p className="text-moss">Issued on {issuedOn}</p>}
          <TestMark is={isTest} className="mt-2" />
        </div>
      </header>
      <LenticelDivider className="my-7 w-full text-line" />
      <div className="grid gap-x-10 gap-y-6 sm:grid-cols-2 print:grid-cols-2">
        <Part heading="Customer">
          {customer.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </Part>
        {visit ? (
          <Part heading="Visit">
            <p>
              <VisitWhen day={visit.date_in_words} time={visit.time} />
            </p>
            <p>{visit.duration}</p>
            <p>{visit.address}</p>
            {visit.status === "cancelled" && <p className="font-semibold">Cancelled</p>}
          </Part>
        ) : (
          <Part heading="Plan">
            {plan.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </Part>
        )}
      </div>
      <Money {...money} />
      {isTest && (
        <p className="mt-8 font-semibold">A test payment: no card was charged, and no money moved.</p>
      )}
      <p className="mt-8 text-moss">Thank you for having us.</p>
      {others.length > 0 && (
        <nav aria-label="Other receipts" className="mt-6 border-line border-t pt-4 print:hidden">
          <p className="text-moss text-sm">
            Other receipts for this order:{" "}
            {others.map(({ no, number: other, on }, index) => (
              <span key={no}>
                {index > 0 && ", "}
                <Link
                  to={hrefOf(no)}
                  className="font-semibold text-evergreen-700 underline underline-offset-4"
                >
                  {other}
                </Link>{" "}
                from {on}
              </span>
            ))}
            .
          </p>
        </nav>
      )}
    </Card>
  );
}

function Part({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section className="wrap-anywhere">
      <h2 className="mb-1 font-sans font-semibold text-moss text-sm">{heading}</h2>
      {children}
    </section>
  );
}

type MoneyProps = Pick<Props, "lines" | "total" | "paid" | "due" | "refunds" | "balance">;

function Money({ lines, total, paid, due, refunds, balance }: MoneyProps) {
  return (
    <table className="mt-9 w-full border-collapse">
      <thead>
        <tr className="border-line-strong border-b text-left text-moss text-sm">
          <th scope="col" className="pb-2 font-semibold">
            Description
          </th>
          <th scope="col" className="pb-2 text-right font-semibold">
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ label, amount }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows at its end
          <Row key={index} label={label} amount={amount} />
        ))}
      </tbody>
      <tfoot>
        {paid !== total && <Row label="Total" amount={total} />}
        <Row label="Paid" amount={paid} strong={refunds.length === 0} />
        {refunds.map((refund, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows at its end
          <Row key={index} label={formatRefund(refund)} amount={`−${refund.amount}`} />
        ))}
        {refunds.length > 0 && <Row label="Paid after refunds" amount={balance} strong />}
        {due && <Row label="Still due" amount={due} strong />}
      </tfoot>
    </table>
  );
}

function Row({ label, amount, strong = false }: PriceLine & { strong?: boolean }) {
  return (
    <tr className={strong ? "font-semibold text-lg" : "border-line border-b"}>
      <th
        scope="row"
        className={cx("wrap-anywhere py-3 pr-6 text-left", strong ? "font-semibold" : "font-normal")}
      >
        {label}
      </th>
      <td className="py-3 text-right align-top tabular-nums">{amount}</td>
    </tr>
  );
}

const sheetLook =
  "mt-6 p-6 sm:p-10 print:mt-0 print:p-0 print:shadow-none print:ring-0 print:[&_*:not(svg,svg_*)]:text-ink print:break-inside-avoid";
