import { COUPONS_PAGE } from "~/features/booking/coupons/coupon";
import { type CouponRow, STATE_LABELS } from "~/features/booking/coupons/view";
import { Badge } from "~/ui/list/badge";
import { Cell, DataTable, Row } from "~/ui/list/data-table";

export function CouponTable({ coupons, current }: { coupons: CouponRow[]; current: string | undefined }) {
  return (
    <DataTable
      label="Coupons"
      columns={[
        { heading: "Code", className: "w-48" },
        { heading: "For" },
        { heading: "Days", className: "w-60" },
        { heading: "Uses", className: "w-28" },
        { heading: "Status", className: "w-32" },
      ]}
    >
      {coupons.map(({ id, code, discount, limits, days, uses, state }) => (
        <Row
          key={id}
          href={`${COUPONS_PAGE}/${id}`}
          label={`Open the coupon ${code}`}
          current={id === current}
        >
          <Cell column="Code" wide>
            <span className="wrap-anywhere block font-semibold">{code}</span>
            <span className="text-[0.875rem]/5 text-moss tabular-nums">{discount}</span>
          </Cell>
          <Cell column="For">{limits}</Cell>
          <Cell column="Days" className="tabular-nums">
            {days}
          </Cell>
          <Cell column="Uses" className="tabular-nums">
            {uses}
          </Cell>
          <Cell column="Status">
            <Badge tone={TONES[state]}>{STATE_LABELS[state]}</Badge>
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}

const TONES = {
  active: "green",
  "not yet": "glass",
  expired: "neutral",
  "used up": "amber",
  ended: "neutral",
} as const;
