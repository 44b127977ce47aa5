import { labelOfRole, type StaffRow } from "~/features/identity/staff/account";
import { Badge } from "~/ui/list/badge";
import { Cell, DataTable, DetailsCell, Row } from "~/ui/list/data-table";

const COLUMNS = ["Name", "Email", "Role", "Since", "Two-factor", "Signed in", "Actions"].map((heading) => ({
  heading,
}));

export function StaffTable({ staff, open }: { staff: StaffRow[]; open: string | undefined }) {
  return (
    <DataTable label="Staff" columns={COLUMNS}>
      {staff.map(({ id, name, email, role, since, two_factor, sessions, is_you }) => (
        <Row
          key={id}
          href={`/admin/users/${id}`}
          label={`View details of ${name || email}`}
          current={id === open}
        >
          <Cell column="Name" wide className="max-w-64 font-semibold">
            <span className="wrap-anywhere mr-2">{name || "No name provided"}</span>
            {is_you && <Badge>You</Badge>}
          </Cell>
          <Cell column="Email" wide className="max-w-72">
            <span className="block truncate" title={email}>
              {email}
            </span>
          </Cell>
          <Cell column="Role" className="whitespace-nowrap">
            {labelOfRole(role)}
          </Cell>
          <Cell column="Since" className="whitespace-nowrap tabular-nums">
            {since}
          </Cell>
          <Cell column="Two-factor">
            <Badge tone={two_factor ? "green" : "amber"}>{two_factor ? "On" : "Off"}</Badge>
          </Cell>
          <Cell column="Signed in" className="whitespace-nowrap tabular-nums">
            {devices(sessions)}
          </Cell>
          <DetailsCell />
        </Row>
      ))}
    </DataTable>
  );
}

function devices(count: number): string {
  return count === 1 ? "1 device" : `${count} devices`;
}
