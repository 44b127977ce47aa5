import type { OfficeArticle } from "~/features/content/blog/office/article";
import { Cell, DataTable, Row } from "~/ui/list/data-table";

export function OfficeArticles({ articles }: { articles: OfficeArticle[] }) {
  return (
    <DataTable
      label="Articles"
      columns={[
        { heading: "Article" },
        { heading: "Date", className: "w-36" },
        { heading: "Read time", className: "w-32" },
        { heading: "Found helpful", className: "w-36 [&>span]:justify-end" },
        { heading: "Saved", className: "w-28 [&>span]:justify-end" },
        { heading: "Actions", className: "w-28" },
      ]}
    >
      {articles.map(({ id, title, category, author, date, read_time, helpful, saved }) => (
        <Row key={id}>
          <Cell column="Article" wide className="wrap-anywhere">
            <span className="font-semibold">{title}</span>
            <span className="block text-moss">
              {category}, by {author}
            </span>
          </Cell>
          <Cell column="Date" className="whitespace-nowrap tabular-nums">
            {date}
          </Cell>
          <Cell column="Read time" className="whitespace-nowrap tabular-nums">
            {read_time}
          </Cell>
          <Cell column="Found helpful" className="tabular-nums @3xl:text-right">
            {helpful.toLocaleString("en-US")}
          </Cell>
          <Cell column="Saved" className="tabular-nums @3xl:text-right">
            {saved.toLocaleString("en-US")}
          </Cell>
          <Cell column="Actions">
            <a
              href={`/blog/${id}`}
              aria-label={`Read “${title}”`}
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
