import type { OfficeDocument } from "~/features/content/pages/document";
import { Cell, DataTable, Row } from "~/ui/list/data-table";

export function OfficeDocuments({ documents }: { documents: OfficeDocument[] }) {
  return (
    <DataTable
      label="Documents"
      columns={[
        { heading: "Document" },
        { heading: "Page", className: "w-40" },
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
          <Cell column="Page">{path}</Cell>
          <Cell column="File" className="wrap-anywhere">
            {file}
          </Cell>
          <Cell column="Last updated" className="tabular-nums">
            {updated ?? <span className="text-moss">No date in the text</span>}
          </Cell>
          <Cell column="Actions">
            <a
              href={path}
              aria-label={`Read ${title}`}
              className="-my-3 inline-flex min-h-11 items-center font-medium text-evergreen-700 underline-offset-4 hover:underline"
            >
              Read
            </a>
          </Cell>
        </Row>
      ))}
    </DataTable>
  );
}
