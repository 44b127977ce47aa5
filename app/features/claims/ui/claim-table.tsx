import type { ClaimFigure, ClaimRow } from "~/features/claims/claim";
import { CLAIM_LABELS, type ClaimStatus, claimPath, formatRate } from "~/features/claims/rules";
import { Badge } from "~/ui/list/badge";
import { Cell, type Column, DataTable, Row } from "~/ui/list/data-table";
import { DayAndTime } from "~/ui/list/day-and-time";

const TONES: Record<ClaimStatus, "amber" | "green" | "glass" | "neutral"> = {
  open: "amber",
  "re-clean": "green",
  credit: "glass",
  refused: "neutral",
};

/** What became of a claim, or how long the office has to answer. */
export function ClaimBadge({ status, clock, overdue }: Pick<ClaimRow, "status" | "clock" | "overdue">) {
  return <Badge tone={overdue ? "berry" : TONES[status]}>{clock ?? CLAIM_LABELS[status]}</Badge>;
}

type Props = { claims: ClaimRow[]; sorts: Record<"date" | "due", Column["sort"]> };

export function ClaimTable({ claims, sorts }: Props) {
  return (
    <DataTable
      label="Claims"
      columns={[
        { heading: "Customer" },
        { heading: "About" },
        { heading: "Visit" },
        { heading: "Crew", className: "w-40" },
        { heading: "Opened", className: "w-48", sort: sorts.date },
        { heading: "Answer", className: "w-40", sort: sorts.due },
      ]}
    >
      {claims.map((claim) => (
        <Row
          key={claim.id}
          href={claimPath(claim.id)}
          leaves
          label={`Open the claim of ${claim.customer} about visit ${claim.number}`}
        >
          <Cell column="Customer" wide>
            <span className="wrap-anywhere block font-semibold">{claim.customer}</span>
          </Cell>
          <Cell column="About" className="wrap-anywhere">
            {claim.room}
          </Cell>
          <Cell column="Visit">
            {claim.service} <span className="text-moss tabular-nums">{claim.number}</span>
          </Cell>
          <Cell column="Crew">{claim.crew ?? "No crew"}</Cell>
          <Cell column="Opened" className="tabular-nums">
            <DayAndTime at={claim.at} />
          </Cell>
          <Cell column="Answer">
            <ClaimBadge {...claim} />
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}

/** Claims per visit of each crew, or each service. */
export function ClaimFigures({ heading, figures }: { heading: string; figures: ClaimFigure[] }) {
  if (figures.length === 0) return null;
  return (
    <div className="min-w-0 rounded-card bg-snow p-5 shadow-rest ring-1 ring-line">
      <table className="w-full text-left text-[0.9375rem]/6 tabular-nums">
        <caption className="sr-only">{`Claims by ${heading.toLowerCase()}`}</caption>
        <thead className="text-moss">
          <tr>
            <th scope="col" className="pb-2 font-semibold text-ink">
              {heading}
            </th>
            {["Claims", "Visits", "Share"].map((name) => (
              <th key={name} scope="col" className="pb-2 pl-3 text-right font-normal">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {figures.map(({ id, name, claims, visits }) => (
            <tr key={id} className="border-line border-t">
              <th scope="row" className="wrap-anywhere py-2 font-normal">
                {name}
              </th>
              <td className="py-2 pl-3 text-right">{claims}</td>
              <td className="py-2 pl-3 text-right">{visits}</td>
              <td className="py-2 pl-3 text-right font-semibold">{formatRate(claims, visits)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
