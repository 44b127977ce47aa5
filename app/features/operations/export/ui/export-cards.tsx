import { type ReactNode, useId } from "react";
import { Form, Link, useNavigation } from "react-router";
import { BUSY, EXPORT_PAGE, type ExportRow, inUse, KEEP_DAYS } from "~/features/operations/export/export";
import { Button } from "~/ui/action/button";
import { buttonLook } from "~/ui/action/button-look";
import { IntentButton } from "~/ui/action/intent-button";
import { cx } from "~/ui/cx";
import { fileLook } from "~/ui/form/control-look";
import { Card } from "~/ui/page/card";
import { Notice } from "~/ui/page/notice";
import { ExportItem, Polling } from "./export-item";

const UPLOAD = "/admin/exports/upload";

/** Everything as one ZIP: what is in it, the button that asks for it, and what was made. */
export function MakeCard({ rows, formId }: { rows: ExportRow[]; formId: string }) {
  const { formData } = useNavigation();
  const isRunning = rows.some(({ status }) => BUSY.includes(status));
  const isStarting = formData?.get("intent") === "export";
  return (
    <Card className="grid grid-cols-1 gap-5 p-5 sm:p-7">
      {isRunning && <Polling />}
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
      {!isRunning && (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="form_id" value={formId} />
          <Button
            type="submit"
            name="intent"
            value="export"
            className="max-sm:w-full"
            pending={isStarting}
            pendingLabel="Starting..."
          >
            Export everything
          </Button>
        </Form>
      )}
      {rows.length > 0 && (
        <ul aria-label="Exports" className="-mb-3 border-line border-t">
          {rows.map((row) => (
            <ExportItem key={row.id} row={row}>
              {row.status === "made" && (
                <a
                  href={`/admin/exports/${row.id}`}
                  data-file=""
                  aria-label={`Download the export of ${row.at}`}
                  className={buttonLook({ variant: "secondary", size: "small" })}
                >
                  Download
                </a>
              )}
              {row.status === "failed" && !isRunning && (
                <IntentButton intent="export" formId={formId} pending={isStarting} pendingLabel="Starting...">
                  Try again
                </IntentButton>
              )}
            </ExportItem>
          ))}
        </ul>
      )}
    </Card>
  );
}

type TakeBackProps = {
  rows: ExportRow[];
  isDemo: boolean;
  /** What this site has of its own, such as "3 messages"; null for an empty site. */
  ownRecords: string | null;
  /** Id of the upload that is being confirmed. */
  asked: string | null;
  children: ReactNode;
};

/** Takes an export back: upload, dry run, and the button. `children` is the form that confirms it. */
export function TakeBackCard({ rows, isDemo, ownRecords, asked, children }: TakeBackProps) {
  const isEmpty = !isDemo && ownRecords === null;
  const isBusy = rows.some(({ status }) => BUSY.includes(status));
  return (
    <Card className="grid grid-cols-1 gap-5 p-5 sm:p-7">
      {isBusy && <Polling />}
      <div>
        <h2 className="text-heading">Take an export back</h2>
        <p className="mt-1 text-pretty text-moss">
          On a new, empty site, from a site of the same version or an older one. The ZIP is checked first and
          changes nothing. To go back to an earlier state of this same site, restore a{" "}
          <Link to="/admin/settings/advanced" className="font-medium underline underline-offset-4">
            backup
          </Link>{" "}
          instead.
        </p>
      </div>
      {isDemo && (
        <p>
          This is the demo.{" "}
          <Link to="/admin/own" className="font-medium underline underline-offset-4">
            Start your own company
          </Link>{" "}
          first. Then you can take an export back.
        </p>
      )}
      {ownRecords && rows[0]?.status !== "loaded" && (
        <p className="text-moss">
          {inUse(ownRecords)} To empty this one, reset it in{" "}
          <Link to="/admin/settings/advanced" className="font-medium underline underline-offset-4">
            Advanced settings
          </Link>
          : a backup is made first.
        </p>
      )}
      {isEmpty && !isBusy && <UploadForm />}
      {rows.length > 0 && (
        <ul aria-label="Uploaded exports" className="-mb-3 border-line border-t">
          {rows.map((row) => (
            <ExportItem
              key={row.id}
              row={row}
              more={asked === row.id && row.status === "checked" && children}
            >
              {row.status === "checked" && isEmpty && asked !== row.id && (
                <Link
                  to={`${EXPORT_PAGE}?take=${row.id}`}
                  aria-label={`Take back the export uploaded on ${row.at}`}
                  preventScrollReset
                  className={buttonLook({ variant: "secondary", size: "small" })}
                >
                  Take back
                </Link>
              )}
            </ExportItem>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Sends the ZIP of an export, which is then checked. */
export function UploadForm() {
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

/** That emails are off since an export was taken back. */
export function EmailsNotice() {
  const { formData } = useNavigation();
  return (
    <Notice title="Emails are off since this site took an export back">
      <p>
        Nothing goes out to customers and crews but links for new passwords. Look through the site first, and
        stop the old one: it sends reminders and charges cards as long as it runs. Then switch emails on.
      </p>
      <div className="mt-3">
        <IntentButton intent="emails-on" pending={formData?.get("intent") === "emails-on"}>
          Switch emails on
        </IntentButton>
      </div>
    </Notice>
  );
}
