import { Link } from "react-router";
import { CONTENT_PAGE } from "~/features/content/texts/text";
import { Cell, DataTable, Row } from "~/ui/list/data-table";
import type { OfficeArticle, OfficeOpening, OfficePage, Status } from "../view";
import { TextStatus } from "./status";

/** Pages, or services. */
export function OfficePages({ pages, of }: { pages: OfficePage[]; of: "Page" | "Service" }) {
  return (
    <DataTable
      label={`${of}s`}
      columns={[
        { heading: of },
        { heading: "State", className: "w-72" },
        { heading: "Saved", className: "w-64" },
        { heading: "Actions", className: "w-36" },
      ]}
    >
      {pages.map(({ name, title, path, status }) => (
        <Row key={name}>
          <Cell column={of} wide className="wrap-anywhere">
            <span className="font-semibold">{title}</span>
            <span className="block text-moss">{path}</span>
          </Cell>
          <StatusCells status={status} />
          <ActionsCell name={name} title={title} path={path} />
        </Row>
      ))}
    </DataTable>
  );
}

export function OfficeArticles({ articles }: { articles: OfficeArticle[] }) {
  return (
    <DataTable
      label="Articles"
      columns={[
        { heading: "Article" },
        { heading: "State", className: "w-64" },
        { heading: "Saved", className: "w-52" },
        { heading: "Found helpful", className: "w-32 [&>span]:justify-end" },
        { heading: "Bookmarks", className: "w-28 [&>span]:justify-end" },
        { heading: "Actions", className: "w-36" },
      ]}
    >
      {articles.map(({ name, title, category, date, path, helpful, saved, status }) => (
        <Row key={name}>
          <Cell column="Article" wide className="wrap-anywhere">
            <span className="font-semibold">{title}</span>
            <span className="block text-moss">{[category, date].filter(Boolean).join(", ")}</span>
          </Cell>
          <StatusCells status={status} />
          <Cell column="Found helpful" className="tabular-nums @3xl:text-right">
            {helpful.toLocaleString("en-US")}
          </Cell>
          <Cell column="Bookmarks" className="tabular-nums @3xl:text-right">
            {saved.toLocaleString("en-US")}
          </Cell>
          <ActionsCell name={name} title={title} path={path} />
        </Row>
      ))}
    </DataTable>
  );
}

export function OfficeOpenings({ openings }: { openings: OfficeOpening[] }) {
  if (openings.length === 0)
    return <p className="text-moss">None yet. The careers page invites people to write to you.</p>;
  return (
    <DataTable
      label="Openings"
      columns={[
        { heading: "Opening" },
        { heading: "State", className: "w-72" },
        { heading: "Saved", className: "w-64" },
        { heading: "Actions", className: "w-36" },
      ]}
    >
      {openings.map(({ name, title, facts, path, status }) => (
        <Row key={name}>
          <Cell column="Opening" wide className="wrap-anywhere">
            <span className="font-semibold">{title}</span>
            <span className="block text-moss">{facts}</span>
          </Cell>
          <StatusCells status={status} />
          <ActionsCell name={name} title={title} path={path} />
        </Row>
      ))}
    </DataTable>
  );
}

function StatusCells({ status }: { status: Status }) {
  return (
    <>
      <Cell column="State" wide>
        <TextStatus {...status} />
      </Cell>
      <Cell column="Saved" className="tabular-nums">
        {status.saved ?? <span className="text-moss">Never changed</span>}
      </Cell>
    </>
  );
}

function ActionsCell({ name, title, path }: { name: string; title: string; path: string | null }) {
  return (
    <Cell column="Actions">
      <span className="flex gap-4">
        <Link to={`${CONTENT_PAGE}/${name}`} aria-label={`Edit ${title}`} className={linkLook}>
          Edit
        </Link>
        {path && (
          <a href={path} aria-label={`Read ${title}`} className={linkLook}>
            Read
          </a>
        )}
      </span>
    </Cell>
  );
}

const linkLook =
  "-my-3 inline-flex min-h-11 items-center font-medium text-evergreen-700 underline-offset-4 hover:underline";
