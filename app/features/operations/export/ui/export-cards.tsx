import { useEffect, useId } from "react";
import { Form, Link, useNavigation, useRevalidator } from "react-router";
import { fileSize } from "~/features/operations/backup/backup";
import { BUSY, EXPORT_PAGE, type ExportRow, KEEP_DAYS, STATES } from "~/features/operations/export/export";
import { Button } from "~/ui/action/button";
import { buttonLook } from "~/ui/action/button-look";
import { IntentButton } from "~/ui/action/intent-button";
import { cx } from "~/ui/cx";
import { fileLook } from "~/ui/form/control-look";
import { Badge } from "~/ui/list/badge";
import { Card } from "~/ui/page/card";
import { Notice } from "~/ui/page/notice";

const POLL_MS = 2_000;
const UPLOAD = "/admin/exports/upload";

/** Looks again and again while something is under way. Without script, the browser loads the page again. */
function Polling() {
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

/** Everything as one ZIP: what is in it, the button that asks for it, and what was made. */
export function MakeCard({ rows, formId }: { rows: ExportRow[]; formId: string }) {
  const { formData } = useNavigation();
  return (
    <Card className="grid grid-cols-1 gap-5 p-5 sm:p-7">
      {rows.some(isBusy) && <Polling />}
      <div>
        <h2 className="text-heading">Take everything along</h2>
        <p className="mt-1 text-pretty text-moss">
          One ZIP with a CSV for each subject, from customers to the ledger, and with all photos. Any
          spreadsheet opens it, and an empty site of yours takes it back. Passwords, keys and the mail server
          stay here.
        </p>
      </div>
      <Notice title="It contains the entry codes of all homes, in clear text">
        Whoever has the ZIP can read who your customers are, what they paid and how to get in. Keep it safe,
        and delete it when it is no longer needed. It is deleted here after {KEEP_DAYS} days.
      </Notice>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="form_id" value={formId} />
        <Button
          type="submit"
          name="intent"
          value="export"
          pending={formData?.get("intent") === "export"}
          pendingLabel="Starting..."
        >
          Export everything
        </Button>
      </Form>
      {rows.length > 0 && (
        <ul aria-label="Exports" className="-mb-3 border-line border-t">
          {rows.map((row) => (
            <Item key={row.id} row={row}>
              {row.status === "made" && (
                <a
                  href={`/admin/exports/${row.id}`}
                  className={buttonLook({ variant: "secondary", size: "small" })}
                >
                  Download
                </a>
              )}
            </Item>
          ))}
        </ul>
      )}
    </Card>
  );
}

type TakeBackProps = {
  rows: ExportRow[];
  refusal: "demo" | "in use" | null;
  /** Id of the upload that is being confirmed. */
  asked: string | null;
  children: React.ReactNode;
};

/** Takes an export back: upload, dry run, and the button. `children` is the form that confirms it. */
export function TakeBackCard({ rows, refusal, asked, children }: TakeBackProps) {
  return (
    <Card className="grid grid-cols-1 gap-5 p-5 sm:p-7">
      {rows.some(isBusy) && <Polling />}
      <div>
        <h2 className="text-heading">Take an export back</h2>
        <p className="mt-1 text-pretty text-moss">
          On a new, empty site. The ZIP is checked first and changes nothing. To go back to an earlier state
          of this same site, restore a{" "}
          <Link to="/admin/settings/advanced" className="font-medium underline underline-offset-4">
            backup
          </Link>{" "}
          instead.
        </p>
      </div>
      {refusal === "demo" && (
        <p>
          This is the demo.{" "}
          <Link to="/admin/own" className="font-medium underline underline-offset-4">
            Start your own company
          </Link>{" "}
          first. Then you can take an export back.
        </p>
      )}
      {refusal === "in use" && (
        <p className="text-moss">
          This site has customers or visits of its own, which an export would replace. Take the export back on
          an empty site.
        </p>
      )}
      {refusal === null && <UploadForm />}
      {rows.length > 0 && (
        <ul aria-label="Uploaded exports" className="-mb-3 border-line border-t">
          {rows.map((row) => (
            <Item key={row.id} row={row} more={asked === row.id && row.status === "checked" && children}>
              {row.status === "checked" && refusal === null && asked !== row.id && (
                <Link
                  to={`${EXPORT_PAGE}?take=${row.id}`}
                  preventScrollReset
                  className={buttonLook({ variant: "secondary", size: "small" })}
                >
                  Take back
                </Link>
              )}
            </Item>
          ))}
        </ul>
      )}
    </Card>
  );
}

function UploadForm() {
  const id = useId();
  const { formAction } = useNavigation();
  return (
    <Form
      method="post"
      action={UPLOAD}
      encType="multipart/form-data"
      preventScrollReset
      className="flex flex-wrap items-end justify-between gap-4"
    >
      <div className="min-w-0 flex-1 basis-64">
        <label htmlFor={id} className="font-semibold">
          ZIP of an export
        </label>
        <input
          id={id}
          type="file"
          name="file"
          required
          accept=".zip,application/zip"
          className={cx(fileLook, "mt-2")}
        />
      </div>
      <Button
        type="submit"
        variant="secondary"
        size="small"
        pending={formAction === UPLOAD}
        pendingLabel="Uploading..."
      >
        Upload and check
      </Button>
    </Form>
  );
}

function Item({
  row,
  more,
  children,
}: {
  row: ExportRow;
  more?: React.ReactNode;
  children: React.ReactNode;
}) {
  const { formData } = useNavigation();
  const { label, tone } = STATES[row.status];
  const facts = [
    row.origin === "uploaded" && row.company && `From ${row.company}, exported ${row.made}`,
    row.bytes !== null && fileSize(row.bytes),
    row.status !== "loaded" && `Deleted on ${row.expires}`,
  ].filter(Boolean);
  const isRemoving = formData?.get("intent") === "delete" && formData.get("id") === row.id;
  return (
    <li className="grid grid-cols-1 gap-3 border-line py-4 not-last:border-b">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
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
            <Form method="post" preventScrollReset>
              <input type="hidden" name="id" value={row.id} />
              <IntentButton intent="delete" variant="ghost" pending={isRemoving}>
                {row.status === "loaded" ? "Remove from the list" : "Delete"}
              </IntentButton>
            </Form>
          </div>
        )}
      </div>
      {isBusy(row) && (
        <div className="grid gap-1.5">
          <progress
            aria-label={`${label}, in percent`}
            value={row.progress}
            max={100}
            className="h-2.5 w-full overflow-hidden rounded-full accent-evergreen-700"
          />
          <p role="status" className="text-moss text-sm tabular-nums">
            {row.progress}% done. This page renews itself; you can leave it.
          </p>
        </div>
      )}
      {row.error && <Notice tone="error">{row.error}</Notice>}
      {row.missing_files > 0 && (
        <p className="text-moss text-sm">
          {row.missing_files === 1 ? "1 photo is" : `${row.missing_files} photos are`} missing, because the
          store did not have {row.missing_files === 1 ? "it" : "them"} when the export was made.
        </p>
      )}
      {row.figures.length > 0 && <FigureTable row={row} />}
      {more}
    </li>
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
          <th scope="col" className="py-1 pr-4 text-right font-medium">
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
            <td className="py-1 pr-4 text-right">{said}</td>
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

/** That emails are off since an export was taken back. */
export function EmailsNotice() {
  const { formData } = useNavigation();
  return (
    <Notice title="Emails are off since this site took an export back">
      <p>
        Nothing goes out to customers and crews but links for new passwords. Look through the site first, and
        stop the old one: it sends reminders and charges cards as long as it runs. Then switch emails on.
      </p>
      <Form method="post" preventScrollReset className="mt-3">
        <IntentButton intent="emails-on" pending={formData?.get("intent") === "emails-on"}>
          Switch emails on
        </IntentButton>
      </Form>
    </Notice>
  );
}
