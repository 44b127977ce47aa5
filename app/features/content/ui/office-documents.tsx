import { buttonLook } from "~/ui/button-look";
import { Cell, DataTable, Row } from "~/ui/data-table";
import type { OfficeDocument } from "../office-document";

/** The texts of the site, where each is read, and which file holds it. */
export function OfficeDocuments({ documents }: { documents: OfficeDocument[] }) {
  return (
    <DataTable
      label="Documents"
      columns={[
        { heading: "Document" },
        { heading: "Read at", className: "w-40" },
        { heading: "File", className: "w-56" },
        { heading: "Last updated", className: "w-52" },
        { heading: "Actions", className: "w-28" },
      ]}
    >
      {documents.map(({ title, path, file, holds, updated }) => (
        <Row key={path}>
          <Cell column="Document" wide>
            <span className="font-semibold">{title}</span>
            <span className="block text-moss">{holds}</span>
          </Cell>
          <Cell column="Read at">{path}</Cell>
          <Cell column="File" className="wrap-anywhere">
            {file}
          </Cell>
          <Cell column="Last updated" className="tabular-nums">
            {updated ?? <span className="text-moss">The text has no date</span>}
          </Cell>
          <Cell column="Actions" wide>
            <a
              href={path}
              aria-label={`Read ${title}`}
              className={`${buttonLook({ variant: "ghost", size: "small" })} -my-2 -mx-3`}
            >
              Read
            </a>
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}
