import { Notice } from "~/ui/notice";
import type { Health } from "../health";

/** Whether the company could be brought back from its backups. */
export function BackupHealth({ health: { last_verified, troubles } }: { health: Health }) {
  return (
    <div className="grid gap-3">
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
