import { Link } from "react-router";
import type { SignInRow } from "~/features/office/sign-ins/list";
import { Badge } from "~/ui/list/badge";
import { Cell, DataTable, Row } from "~/ui/list/data-table";

/** Sign-ins and refusals, newest first. */
export function SignInTable({ rows }: { rows: SignInRow[] }) {
  return (
    <DataTable
      label="Sign-ins"
      columns={[
        { heading: "Time", className: "w-56" },
        { heading: "Account" },
        { heading: "How" },
        { heading: "Outcome" },
        { heading: "From" },
      ]}
    >
      {rows.map(({ id, at, who, user_id, how, refused, address, device }) => (
        <Row key={id} label={`${who ?? "Unknown account"}, ${at}`}>
          <Cell column="Time" className="text-moss tabular-nums md:whitespace-nowrap">
            {at}
          </Cell>
          <Cell column="Account" wide className="wrap-anywhere">
            {who && user_id ? (
              <Link
                to={`/admin/users/${user_id}`}
                className="font-semibold text-evergreen-700 underline-offset-4 hover:underline"
              >
                {who}
              </Link>
            ) : (
              <span className="text-moss">Unknown account</span>
            )}
          </Cell>
          <Cell column="How">{how}</Cell>
          <Cell column="Outcome">
            <Badge tone={refused ? "amber" : "green"}>{refused ?? "Signed in"}</Badge>
          </Cell>
          <Cell column="From" wide className="wrap-anywhere">
            {device}
            {address && <span className="block text-moss text-[0.9375rem]">{address}</span>}
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}
