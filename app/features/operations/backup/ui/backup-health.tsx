import type { Health, Restored } from "~/features/operations/backup/health";
import { Notice } from "~/ui/notice";

type Props = { health: Health; restored: Restored };

/** Whether the company could be brought back from its backups, and how it goes where it is. */
export function BackupHealth({ health: { last_verified, troubles, restoring }, restored }: Props) {
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
      {troubles.map(({ id, status, made, error }) => (
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
          tone={troubles.length > 0 ? "info" : "success"}
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
