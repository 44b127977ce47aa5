import type { SubmissionResult } from "@conform-to/react";
import Download from "lucide-react/icons/download";
import { Form, Link, useNavigation } from "react-router";
import {
  type BackupRow,
  BUSY,
  fileSize,
  type Health,
  REASONS,
  RESTORABLE,
  RESTORE_WORD,
  type Restored,
  STATES,
} from "~/features/operations/backup/backup";
import { Button } from "~/ui/action/button";
import { buttonLook } from "~/ui/action/button-look";
import { LenticelShimmer } from "~/ui/art/lenticel-shimmer";
import { Badge } from "~/ui/list/badge";
import { Notice } from "~/ui/page/notice";
import { IdentityField } from "./identity-field";
import { WordForm } from "./word-form";

type Props = {
  rows: BackupRow[];
  /** Ids of the backups whose restore or deletion is being confirmed. */
  asked: { restore: string | null; remove: string | null; verify: string | null };
  page: string;
  /** Why the identity for a verification was refused. */
  wrongIdentity?: string;
  result: SubmissionResult<string[]> | undefined;
};

/** Every backup of this machine, newest first, with its actions. */
export function BackupList({ rows, ...rest }: Props) {
  if (rows.length === 0) return <p className="border-line border-t pt-5 text-moss">No backups yet.</p>;
  return (
    <ul aria-label="Backups" className="-mb-3 border-line border-t">
      {rows.map((row) => (
        <Item key={row.id} row={row} {...rest} />
      ))}
    </ul>
  );
}

function Item({ row, asked, page, wrongIdentity, result }: Omit<Props, "rows"> & { row: BackupRow }) {
  const { label, tone } = STATES[row.status];
  const isFile = RESTORABLE.some((status) => status === row.status);
  const isBusy = BUSY.includes(row.status);
  const facts = [
    REASONS[row.reason],
    row.bytes === null ? null : fileSize(row.bytes),
    row.files?.carried ? `${row.files.carried} stored ${row.files.carried === 1 ? "file" : "files"}` : null,
    row.encrypted ? "Encrypted" : null,
  ].filter(Boolean);
  return (
    <li className="border-line py-3 not-last:border-b">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium tabular-nums">
            {row.made}
            <Badge tone={tone}>
              {isBusy && <LenticelShimmer />}
              {label}
            </Badge>
          </p>
          <p className="mt-0.5 text-[0.9375rem]/5 text-moss">{facts.join(" · ")}</p>
          {row.files?.note && <p className="mt-1 text-[0.9375rem]/5 text-moss">{row.files.note}</p>}
          {row.error && (
            <p
              className={
                row.status === "made"
                  ? "mt-1 text-[0.9375rem]/5 text-moss"
                  : "mt-1 text-[0.9375rem]/5 text-berry"
              }
            >
              {row.error}
            </p>
          )}
        </div>
        {row.status !== "running" && row.status !== "restoring" && (
          <div className="-ml-2.5 flex flex-wrap items-center sm:ml-0">
            {isFile && (
              <>
                <a
                  href={`/admin/backups/${row.id}`}
                  data-file=""
                  aria-label={`Download the backup of ${row.made}`}
                  className={actionLook}
                >
                  <Download aria-hidden strokeWidth={1.75} className="size-4.5 max-sm:hidden" />
                  Download
                </a>
                <Link
                  to={`${page}?restore=${row.id}`}
                  preventScrollReset
                  aria-label={`Restore the backup of ${row.made}`}
                  className={actionLook}
                >
                  Restore
                </Link>
              </>
            )}
            {row.status !== "failed" && !isBusy && !row.encrypted && (
              <RowButton intent="check" row={row} label="Verify" />
            )}
            {row.status !== "failed" && !isBusy && row.encrypted && (
              <Link
                to={`${page}?verify=${row.id}`}
                preventScrollReset
                aria-label={`Verify the backup of ${row.made}`}
                className={actionLook}
              >
                Verify
              </Link>
            )}
            {asked.remove !== row.id && (
              <Link
                to={`${page}?delete=${row.id}`}
                preventScrollReset
                aria-label={`Delete the backup of ${row.made}`}
                className={actionLook}
              >
                Delete
              </Link>
            )}
          </div>
        )}
      </div>
      {asked.remove === row.id && (
        <div className="mt-3 flex flex-wrap items-center gap-3 rounded-control bg-berry-soft px-4 py-3">
          <p className="min-w-0 flex-1 basis-52">Delete this backup? This can't be undone.</p>
          <RowButton intent="delete" row={row} label="Delete backup" destructive />
          <Link to={page} preventScrollReset className={buttonLook({ variant: "ghost", size: "small" })}>
            Keep
          </Link>
        </div>
      )}
      {asked.verify === row.id && row.encrypted && !isBusy && (
        <VerifyForm row={row} page={page} error={wrongIdentity} />
      )}
      {asked.restore === row.id && isFile && (
        <div className="mt-3 rounded-control bg-paper p-4 ring-1 ring-line">
          <WordForm
            intent="restore"
            id={row.id}
            word={RESTORE_WORD}
            encrypted={row.encrypted}
            result={result}
            action={{ label: "Restore this backup", pending: "Restoring..." }}
            back={page}
          >
            <p className="font-semibold">The whole site will go back to {row.made}.</p>
            <p className="text-moss">
              Everything since then will be replaced. First this backup is verified and the current site is
              backed up. Visitors wait only at the end. Everyone but you will have to sign in again.
            </p>
          </WordForm>
        </div>
      )}
    </li>
  );
}

type VerifyProps = { row: BackupRow; page: string; error: string | undefined };

/** Asks for the identity of an encrypted backup that is to be verified. */
function VerifyForm({ row, page, error }: VerifyProps) {
  const { formData } = useNavigation();
  return (
    <Form
      method="post"
      preventScrollReset
      className="mt-3 grid grid-cols-1 gap-4 rounded-control bg-paper p-4 ring-1 ring-line"
    >
      <input type="hidden" name="id" value={row.id} />
      <IdentityField id={`identity-${row.id}`} error={error} />
      <div className="flex flex-wrap items-center gap-3">
        <Button
          type="submit"
          name="intent"
          value="check"
          size="small"
          pending={formData?.get("intent") === "check" && formData.get("id") === row.id}
          pendingLabel="Verifying..."
        >
          Verify this backup
        </Button>
        <Link to={page} preventScrollReset className={buttonLook({ variant: "ghost", size: "small" })}>
          Cancel
        </Link>
      </div>
    </Form>
  );
}

type ButtonProps = { intent: "check" | "delete"; row: BackupRow; label: string; destructive?: boolean };

function RowButton({ intent, row, label, destructive = false }: ButtonProps) {
  const { formData } = useNavigation();
  const pending = formData?.get("intent") === intent && formData.get("id") === row.id;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="id" value={row.id} />
      <Button
        type="submit"
        name="intent"
        value={intent}
        size="small"
        variant={destructive ? "destructive" : "ghost"}
        pending={pending}
        aria-label={destructive ? undefined : `${label} the backup of ${row.made}`}
        className={destructive ? undefined : "px-2.5! md:px-3!"}
      >
        {label}
      </Button>
    </Form>
  );
}

const actionLook =
  "inline-flex min-h-11 cursor-pointer select-none items-center gap-2 rounded-control px-2.5 font-semibold text-[0.9375rem]/5 transition-colors hover:bg-sage-soft active:bg-evergreen-100 md:min-h-10 md:px-3";

type BackupHealthProps = { health: Health; restored: Restored };

/** Health of the backups and progress of a restore. */
export function BackupHealth({
  health: { last_verified, problems, restoring },
  restored,
}: BackupHealthProps) {
  return (
    <div className="grid gap-3">
      {restoring && (
        <Notice title={`Restoring the site to ${restoring.made}`}>
          First the backup is verified and the current site is backed up. Then everything is replaced at once;
          nothing changes until then. You can leave this page.
        </Notice>
      )}
      {restored && !restoring && (
        <Notice tone="success" title={restored.made ? `Site restored to ${restored.made}` : "Site restored"}>
          Restored on {restored.at}. A backup of the site as it was before is in the list.
        </Notice>
      )}
      {restored && !restoring && restored.missing_files > 0 && (
        <Notice
          tone="error"
          title={`${restored.missing_files} stored ${restored.missing_files === 1 ? "file was" : "files were"} missing after the restore`}
        >
          The backup didn't carry them. Copy DATA_DIR/files from the server where the backup was made, or set
          FILES_URL to the same bucket.
        </Notice>
      )}
      {problems.map(({ id, status, made, error }) => (
        <Notice
          key={id}
          tone="error"
          title={status === "corrupt" ? `The backup of ${made} is damaged` : `The backup of ${made} failed`}
        >
          {error} {status === "corrupt" ? "Don't rely on it." : "It will be retried within the hour."}
        </Notice>
      ))}
      {last_verified ? (
        <Notice
          tone={problems.length > 0 ? "info" : "success"}
          title={`Last verified backup: ${last_verified.made}`}
        >
          It was restored into a scratch database, and every table matched.
        </Notice>
      ) : (
        <Notice title="No verified backup yet">
          A backup is created and verified every night after 2:00 AM.
        </Notice>
      )}
    </div>
  );
}
