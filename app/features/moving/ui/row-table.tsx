import FileSearch from "lucide-react/icons/file-search";
import { Form, Link } from "react-router";
import type { ImportQuery, ImportView, RowView } from "~/features/moving/import";
import {
  answerLabel,
  answersTo,
  importPath,
  VERDICT_LABELS,
  VERDICTS,
  type Verdict,
} from "~/features/moving/rules";
import { aboutOf } from "~/features/moving/subjects";
import { formatCount } from "~/lib/number";
import { Button } from "~/ui/action/button";
import { buttonLook } from "~/ui/action/button-look";
import { cx } from "~/ui/cx";
import { controlLook } from "~/ui/form/control-look";
import { Badge } from "~/ui/list/badge";
import { Cell, DataTable, Row } from "~/ui/list/data-table";
import { EmptyState } from "~/ui/list/empty-state";

const TONES: Record<Verdict, "green" | "glass" | "amber" | "neutral" | "berry"> = {
  new: "green",
  changed: "glass",
  conflict: "amber",
  same: "neutral",
  bad: "berry",
};

type Props = Pick<ImportView, "id" | "subject" | "rows" | "next" | "query" | "counts"> & {
  canAnswer: boolean;
};

function hrefOf(id: string, { verdict, q, after }: Partial<ImportQuery>) {
  const query = new URLSearchParams();
  if (verdict) query.set("show", verdict);
  if (q) query.set("q", q);
  if (after) query.set("after", String(after));
  return query.size > 0 ? `${importPath(id)}?${query}` : importPath(id);
}

/** The rows of an import by verdict, a page at a time. */
export function RowTable({ id, subject, rows, next, query, counts, canAnswer }: Props) {
  const [whose, what] = aboutOf(subject).headings;
  const total = VERDICTS.reduce((sum, verdict) => sum + counts[verdict], 0);
  return (
    <section aria-label="Rows" className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <nav aria-label="Rows by verdict">
          <ul className="flex flex-wrap gap-1.5">
            {[null, ...VERDICTS].map((verdict) => (
              <li key={verdict}>
                <Link
                  to={hrefOf(id, { verdict, q: query.q })}
                  preventScrollReset
                  aria-current={verdict === query.verdict ? "page" : undefined}
                  className={tabLook}
                >
                  {verdict ? VERDICT_LABELS[verdict] : "All"}
                  <span className="font-normal tabular-nums">
                    {formatCount(verdict ? counts[verdict] : total)}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <Form role="search" preventScrollReset className="flex min-w-0 flex-1 basis-64 gap-2 lg:max-w-sm">
          {query.verdict && <input type="hidden" name="show" value={query.verdict} />}
          <input
            type="search"
            name="q"
            aria-label="Search the rows"
            placeholder="Name, email, phone or street"
            defaultValue={query.q}
            className={controlLook}
          />
          <Button type="submit" variant="secondary" size="small" className="min-h-11">
            Search
          </Button>
        </Form>
      </div>
      {rows.length === 0 ? (
        <EmptyState icon={FileSearch} title="No rows here">
          {query.q
            ? "No row has these words. Search for others, or show all rows."
            : "There is no row of this kind."}
        </EmptyState>
      ) : (
        <DataTable
          label="Rows of the file"
          columns={[
            { heading: "Line", className: "w-20" },
            { heading: whose },
            { heading: what },
            { heading: "Verdict", className: "w-32" },
            { heading: "What happens", className: "w-[34%]" },
          ]}
        >
          {rows.map((row) => (
            <ImportRow key={row.line} row={row} subject={subject} canAnswer={canAnswer} />
          ))}
        </DataTable>
      )}
      {(query.after > 0 || next) && (
        <nav aria-label="Pages" className="flex flex-wrap gap-3">
          {query.after > 0 && (
            <Link
              to={hrefOf(id, { ...query, after: 0 })}
              className={buttonLook({ variant: "ghost", size: "small" })}
            >
              First page
            </Link>
          )}
          {next && (
            <Link
              to={hrefOf(id, { ...query, after: next })}
              className={buttonLook({ variant: "secondary", size: "small" })}
            >
              Next page
            </Link>
          )}
        </nav>
      )}
    </section>
  );
}

const tabLook = cx(
  "inline-flex min-h-10 items-center gap-2 rounded-full px-4 font-semibold text-[0.9375rem] text-moss ring-1 ring-line",
  "transition-colors hover:bg-sage-soft hover:text-ink pointer-coarse:min-h-11",
  "aria-[current=page]:bg-evergreen-700 aria-[current=page]:text-snow aria-[current=page]:ring-evergreen-700",
);

type RowProps = { row: RowView; subject: string; canAnswer: boolean };

function ImportRow({ row, subject, canAnswer }: RowProps) {
  const [whose, what] = aboutOf(subject).headings;
  const { file_line, name, email, phone, address, facts, verdict, clash, customer } = row;
  return (
    <Row>
      <Cell column="Line" className="tabular-nums">
        {file_line}
      </Cell>
      <Cell column={whose} className="wrap-anywhere">
        {customer ? (
          <Link
            to={`/admin/customers/${customer.id}`}
            className="font-semibold text-evergreen-700 underline-offset-4 hover:underline"
          >
            {name ?? customer.name}
          </Link>
        ) : (
          <span className="font-semibold">{name ?? (clash === "erased" ? "Erased" : "Not read")}</span>
        )}
        <span className="block text-moss text-sm empty:hidden">
          {[email, phone].filter(Boolean).join(", ")}
        </span>
      </Cell>
      <Cell column={what} wide className="wrap-anywhere">
        {(address || facts.length > 0) && (
          <>
            {address}
            {facts.map(([heading, text]) => (
              <span key={heading} className="block text-moss text-sm">
                {heading}: {text}
              </span>
            ))}
          </>
        )}
      </Cell>
      <Cell column="Verdict" wide>
        <Badge tone={TONES[verdict]}>{VERDICT_LABELS[verdict]}</Badge>
      </Cell>
      <Cell column="What happens" wide className="wrap-anywhere">
        <Outcome row={row} subject={subject} canAnswer={canAnswer} />
      </Cell>
    </Row>
  );
}

/** What happens to a row without an answer of its own. */
function whatHappens(verdict: Verdict, subject: string): string {
  const { added, changed } = aboutOf(subject);
  if (verdict === "new") return `A new ${added[0]}.`;
  if (verdict === "changed") return changed;
  return verdict === "same" ? "Nothing." : "Left out.";
}

function Outcome({
  row: { line, verdict, reason, clash, differences, answer, is_done },
  subject,
  canAnswer,
}: RowProps) {
  if (verdict !== "conflict") return <>{reason ?? whatHappens(verdict, subject)}</>;
  return (
    <div className="grid gap-3">
      {clash && <p className="font-semibold">{reason}</p>}
      <ul className="grid gap-1 empty:hidden">
        {differences.map(({ field, ours, theirs }) => (
          <li key={field}>
            <span className="font-semibold">{field}:</span> ours “{ours}”, theirs “{theirs}”
          </li>
        ))}
      </ul>
      {canAnswer && !is_done ? (
        <Form method="post" preventScrollReset className="flex flex-wrap gap-2">
          <input type="hidden" name="intent" value="answer" />
          <input type="hidden" name="line" value={line} />
          {answersTo(clash).map((one) => (
            <Button
              key={one}
              type="submit"
              name="answer"
              value={one}
              variant={answer === one ? "primary" : "secondary"}
              size="small"
              aria-pressed={answer === one}
            >
              {answerLabel(one, clash)}
            </Button>
          ))}
        </Form>
      ) : (
        <p className="text-moss">
          {(clash && !is_done ? null : reason) ?? (answer ? answerLabel(answer, clash) : "Not answered")}
        </p>
      )}
    </div>
  );
}
