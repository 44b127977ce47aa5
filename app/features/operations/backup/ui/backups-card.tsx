import type { SubmissionResult } from "@conform-to/react";
import { useEffect } from "react";
import { Form, Link, useNavigation, useRevalidator } from "react-router";
import {
  type BackupRow,
  fileSize,
  type Health,
  type Restored,
  type StoredFiles,
} from "~/features/operations/backup/backup";
import { Button } from "~/ui/action/button";
import { Card } from "~/ui/page/card";
import { BackupHealth, BackupList } from "./backup-list";
import { RecipientForm } from "./recipient-form";
import { UploadForm } from "./upload-form";

const POLL_MS = 2000;

type Props = {
  rows: BackupRow[];
  health: Health;
  restored: Restored;
  storedFiles: StoredFiles;
  asked: { restore: string | null; remove: string | null; verify: string | null };
  recipient: { saved: string | null; typed: string | undefined; error: string | undefined };
  wrongIdentity?: string;
  page: string;
  /** Id chosen when the form was rendered. Submitting it twice makes one backup. */
  formId: string;
  result: SubmissionResult<string[]> | undefined;
};

export function BackupsCard({
  rows,
  health,
  restored,
  storedFiles,
  page,
  formId,
  recipient,
  ...rest
}: Props) {
  const { formData } = useNavigation();
  usePolling(health.running, page);
  return (
    <Card className="grid grid-cols-1 gap-5 p-5 sm:p-7">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0 flex-1 basis-72">
          <h2 className="text-heading">Backups</h2>
          <p className="mt-1 text-moss">
            One file with everything: customers, bookings, orders, messages and settings. You can restore it
            here or on another server.
          </p>
        </div>
        <Form method="post" preventScrollReset>
          <input type="hidden" name="form_id" value={formId} />
          <Button
            type="submit"
            name="intent"
            value="backup"
            size="small"
            pending={formData?.get("intent") === "backup"}
            pendingLabel="Starting..."
          >
            Create Backup
          </Button>
        </Form>
      </div>
      <BackupHealth health={health} restored={restored} />
      {health.running && (
        <p className="text-moss">
          {health.restoring ? "The site is being restored." : "A backup is being created or verified."}{" "}
          <Link to={page} preventScrollReset className="font-medium text-evergreen-700 underline">
            Refresh
          </Link>
        </p>
      )}
      <BackupList rows={rows} page={page} {...rest} />
      <RecipientForm recipient={recipient.saved} typed={recipient.typed} error={recipient.error} />
      <UploadForm />
      <p className="border-line border-t pt-4 text-[0.9375rem] text-moss">
        The last 14 nightly backups are kept. The files contain personal data: store them where only you can
        read them. APP_SECRET is not included. Keep it separately: without it, stored passwords and two-factor
        sign-in won't work.
      </p>
      <StoredFilesNote {...storedFiles} />
    </Card>
  );
}

function StoredFilesNote({ count, bytes, place, carried_bytes }: StoredFiles) {
  if (count === 0) return null;
  const files = count === 1 ? "1 stored file" : `${count.toLocaleString("en-US")} stored files`;
  return (
    <p className="text-[0.9375rem] text-moss">
      {files} ({fileSize(bytes)}) in {place}.{" "}
      {carried_bytes > 0
        ? `A backup carries the newest, up to ${fileSize(carried_bytes)}. Copy that folder along with your backups.`
        : "Backups don't carry them: the bucket needs a copy of its own."}
    </p>
  );
}

/** Reloads the list while work is in progress, except while the site can't answer, as during a restore. */
function usePolling(running: boolean, page: string) {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!running || state !== "idle") return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      timer = setTimeout(look, POLL_MS);
    };
    const look = async () => {
      const answer = await fetch(page, { method: "HEAD" }).catch(() => null);
      if (timer === undefined) return;
      if (answer?.ok) revalidate();
      else wait();
    };
    wait();
    return () => {
      clearTimeout(timer);
      timer = undefined;
    };
  }, [running, state, revalidate, page]);
}
