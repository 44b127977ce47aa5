import { Notice } from "~/ui/notice";
import type { Health, Restored } from "../health";

type Props = { health: Health; restored: Restored };

/** Whether the company could be brought back from its backups, and how it goes where it is. */
export function BackupHealth({ health: { last_verified, troubles, restoring }, restored }: Props) {
  return (
    <div className="grid gap-3">
      {restoring && (
        <Notice title={`The site is going back to ${restoring.made}`}>
          The backup is tried out beside the site, and one is made of how the site is now. Then everything is
          replaced at once; until then nothing is changed. You need not wait here.
        </Notice>
      )}
      {restored && !restoring && (
        <Notice tone="success" title={restored.made ? `Site restored to ${restored.made}` : "Site restored"}>
          That was done on {restored.at}. A backup of how it was is among the backups.
        </Notice>
      )}
      {troubles.map(({ id, status, made, error }) => (
        <Notice
          key={id}
          tone="error"
          title={status === "corrupt" ? `The backup of ${made} is damaged` : `The backup of ${made} failed`}
        >
          {error} {status === "corrupt" ? "Don't rely on it." : "It is tried again within the hour."}
        </Notice>
      ))}
      {last_verified ? (
        <Notice
          tone={troubles.length > 0 ? "info" : "success"}
          title={`Last verified backup: ${last_verified.made}`}
        >
          It was restored into a scratch database, and every table was the same.
        </Notice>
      ) : (
        <Notice title="No backup is verified yet">
          One is made every night after 2:00 AM and tried out.
        </Notice>
      )}
    </div>
  );
}
