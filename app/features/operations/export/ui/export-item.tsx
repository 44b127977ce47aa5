import { type ReactNode, useEffect } from "react";
import { Form, useNavigation, useRevalidator } from "react-router";
import { fileSize } from "~/features/operations/backup/backup";
import { BUSY, type ExportRow, STATES } from "~/features/operations/export/export";
import { formatCount } from "~/lib/number";
import { Button } from "~/ui/action/button";
import { Badge } from "~/ui/list/badge";
import { Notice } from "~/ui/page/notice";
import { ProgressBar } from "~/ui/page/progress-bar";

const POLL_MS = 2_000;

/** Looks again and again while something is under way. Without script, the browser loads the page again. */
export function Polling() {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (state !== "idle") return;
    const timer = setTimeout(() => void revalidate(), POLL_MS);
    return () => clearTimeout(timer);
  }, [state, revalidate]);
  return (
    <noscript>
      <meta httpEquiv="refresh" content="3" />
    </noscript>
  );
}

const isBusy = ({ status }: ExportRow) => BUSY.includes(status);

/** An export or upload: where it stands, what it says of itself, and what can be done with it. `more` stands below. */
export function ExportItem({
  row,
  more,
  children,
}: {
  row: ExportRow;
  more?: ReactNode;
  children: ReactNode;
}) {
  const { formData } = useNavigation();
  const { label, tone } = STATES[row.status];
  const facts = [
    row.origin === "uploaded" && row.company && `From ${row.company}, exported ${row.made}`,
    row.bytes !== null && fileSize(row.bytes),
    ["made", "checked"].includes(row.status) && `Kept until ${row.expires}`,
  ].filter(Boolean);
  const removing = row.status === "loaded" ? "Remove from the list" : "Delete";
  const isRemoving = formData?.get("intent") === "delete" && formData.get("id") === row.id;
  return (
    <li className="grid grid-cols-1 gap-3 border-line py-4 not-last:border-b">
      <div className="grid grid-cols-1 items-center gap-x-4 gap-y-2 sm:grid-cols-[1fr_auto]">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium tabular-nums">
            {row.at}
            <Badge tone={tone}>{label}</Badge>
          </p>
          <p className="text-moss text-sm">{facts.join(" · ")}</p>
        </div>
        {!isBusy(row) && (
          <div className="flex flex-wrap items-center gap-2">
            {children}
            <Form method="post" preventScrollReset className="max-sm:first:-ml-4">
              <input type="hidden" name="id" value={row.id} />
              <Button
                type="submit"
                name="intent"
                value="delete"
                variant="ghost"
                size="small"
                aria-label={`${removing} of ${row.at}`}
                pending={isRemoving}
              >
                {removing}
              </Button>
            </Form>
          </div>
        )}
      </div>
      {isBusy(row) && (
        <div className="grid gap-1.5">
          <ProgressBar label={`${label}, in percent`} value={row.progress} max={100} />
          <p role="status" className="text-moss text-sm tabular-nums">
            {row.progress}% done. This page renews itself; you can leave it.
          </p>
        </div>
      )}
      {row.error && <Notice tone="error">{row.error}</Notice>}
      {row.status === "checked" && !row.error && (
        <p>
          All of it was read, and nothing is wrong with it. Nothing has changed here yet. Compare the figures
          with those of the other site before you take it back.
        </p>
      )}
      {row.status === "loaded" && (
        <Notice tone="success" title="Taken back, with the same figures">
          Look through the site. Then let the crews' phones in again, and enter webhooks, API keys and
          calendar addresses anew. Everybody else sets a new password with 'Forgot password'.
        </Notice>
      )}
      {row.missing_files > 0 && <MissingFiles row={row} />}
      {row.figures.length > 0 && <FigureTable row={row} />}
      {more}
    </li>
  );
}

/** Names that are shown without a press. */
const FIRST_NAMES = 5;

/** Which stored files the export lacks. */
function MissingFiles({ row: { missing_files: count, missing } }: { row: ExportRow }) {
  const [first, more] = [missing.slice(0, FIRST_NAMES), missing.slice(FIRST_NAMES)];
  const unnamed = count - missing.length;
  return (
    <Notice
      title={count === 1 ? "1 stored file is missing" : `${formatCount(count)} stored files are missing`}
    >
      <p>
        {count === 1 ? "It was" : "They were"} no longer in the store, or damaged, when the export was made.
        Everything else is in the ZIP.
      </p>
      {first.length > 0 && <Names names={first} />}
      {more.length > 0 && (
        <details className="mt-1 text-sm">
          <summary className="cursor-pointer font-medium">{formatCount(more.length)} more</summary>
          <Names names={more} />
        </details>
      )}
      {missing.length > 0 && unnamed > 0 && (
        <p className="mt-1 text-sm">manifest.json in the ZIP names all {formatCount(count)}.</p>
      )}
    </Notice>
  );
}

function Names({ names }: { names: string[] }) {
  return (
    <ul className="mt-1 list-disc pl-5 text-sm [overflow-wrap:anywhere]">
      {names.map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  );
}

/** What the export says of itself, and after it was taken back what is here. */
function FigureTable({ row: { figures, origin, status } }: { row: ExportRow }) {
  const isLoaded = status === "loaded";
  const table = (
    <table className="w-full max-w-xl text-sm tabular-nums">
      <thead>
        <tr className="text-left text-moss">
          <th scope="col" className="py-1 pr-4 font-medium">
            Figure
          </th>
          <th scope="col" className="py-1 pr-4 text-right font-medium last:pr-0">
            In the export
          </th>
          {isLoaded && (
            <th scope="col" className="py-1 text-right font-medium">
              On this site
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {figures.map(({ name, said, here }) => (
          <tr key={name} className="border-line border-t">
            <th scope="row" className="py-1 pr-4 text-left font-normal">
              {name}
            </th>
            <td className="py-1 pr-4 text-right last:pr-0">{said}</td>
            {isLoaded && <td className="py-1 text-right">{here}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
  if (origin === "uploaded") return table;
  return (
    <details>
      <summary className="cursor-pointer font-medium text-sm">What is in it</summary>
      <div className="mt-2">{table}</div>
    </details>
  );
}
