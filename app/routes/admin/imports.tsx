import { randomUUID } from "node:crypto";
import { Link } from "react-router";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { readImports } from "~/features/moving/queries.server";
import { importPath } from "~/features/moving/rules";
import { UploadForm } from "~/features/moving/ui/upload-form";
import { formatCount } from "~/lib/number";
import { requireStaff } from "~/platform/request/gate.server";
import { useAllowed } from "~/ui/allowed";
import { Badge } from "~/ui/list/badge";
import { Cell, DataTable, Row } from "~/ui/list/data-table";
import { BackLink } from "~/ui/page/back-link";
import type { Route } from "./+types/imports";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Imports", "Move customers in from another program.", { noindex: true });

export const headers = pageHeaders;

export async function loader({ request, context }: Route.LoaderArgs) {
  return { runs: await readImports(requireStaff(request, context)), form_id: randomUUID() };
}

export default function Imports({ loaderData: { runs, form_id } }: Route.ComponentProps) {
  const canTakeBack = useAllowed("exports.read");
  return (
    <div className="grid grid-cols-1 gap-6">
      <div>
        <BackLink to="/admin/customers" label="Customers" />
        <h1 className="text-title">Imports</h1>
        <p className="mt-1 max-w-2xl text-moss">
          Move in from another program: customers with their homes, notes and entry codes, then their visits.
          {canTakeBack && (
            <>
              {" "}
              From another site of this program,{" "}
              <Link to="/admin/settings/moving-out" className="font-medium underline underline-offset-4">
                take its export back
              </Link>
              .
            </>
          )}
        </p>
      </div>
      <UploadForm formId={form_id} />
      {runs.length > 0 && (
        <DataTable
          label="Imports"
          columns={[
            { heading: "File" },
            { heading: "From" },
            { heading: "Rows", className: "w-40" },
            { heading: "Uploaded", className: "w-52" },
            { heading: "State", className: "w-48" },
          ]}
        >
          {runs.map((run) => (
            <Row key={run.id} href={importPath(run.id)} leaves label={`Open the import of ${run.file_name}`}>
              <Cell column="File" wide className="wrap-anywhere font-semibold">
                {run.file_name}
              </Cell>
              <Cell column="From">{run.vendor}</Cell>
              <Cell column="Rows" className="tabular-nums">
                {formatCount(run.row_count)} <span className="text-moss">{run.about}</span>
              </Cell>
              <Cell column="Uploaded" className="tabular-nums">
                {run.at}
              </Cell>
              <Cell column="State">
                <Badge
                  tone={run.state === "committed" ? "green" : run.state === "undone" ? "neutral" : "amber"}
                >
                  {run.label}
                </Badge>
                {run.held && (
                  <span className="mt-1 block text-moss text-sm">
                    {run.held === "emails" ? "Emails are off" : "Reminders are off"}
                  </span>
                )}
              </Cell>
            </Row>
          ))}
        </DataTable>
      )}
    </div>
  );
}
