import { Client } from "pg";
import type { Log } from "~/platform/log.server";
import type { Connection } from "./database.server";

const PUBLIC = "public_content";
/** Its messages name the crew whose day changed. */
const CREWS = "crew_days";
const RETRY_MS = 1000;

type Options = {
  connection: Connection;
  log: Log;
  onChange: () => void;
  /** `crew_id` null: any may have changed. */
  onCrewDay: (crew_id: string | null) => void;
};

/**
 * Calls `onChange` when a table behind the public pages changes, and `onCrewDay` when the near days of a crew do, by any
 * process or tool. Also calls both when the connection is lost and when it is back, since changes may have been missed.
 */
export function listenForChanges({ connection, log, onChange, onCrewDay }: Options) {
  let stopped = false;
  let client: Client | undefined;
  let retry: NodeJS.Timeout | undefined;

  async function connect() {
    const next = new Client({
      ...connection,
      keepAlive: true, // detects a connection that died without a word
      application_name: "white-birch-listener",
    });
    client = next;
    next.on("notification", ({ channel, payload }) => {
      if (channel === CREWS) onCrewDay(payload ?? null);
      else onChange();
    });
    next.on("error", (error) => log.warn({ err: error }, "the listener for changes lost its connection"));
    next.on("end", () => {
      onMissed();
      reconnectLater();
    });
    await next.connect();
    await next.query(`listen ${PUBLIC}; listen ${CREWS}`);
    onMissed();
  }

  function onMissed() {
    onChange();
    onCrewDay(null);
  }

  function reconnectLater() {
    clearTimeout(retry);
    if (!stopped) retry = setTimeout(reconnect, RETRY_MS);
  }

  function reconnect() {
    connect().catch((error) => {
      log.warn({ err: error }, "the listener for changes could not connect");
      reconnectLater();
    });
  }

  return {
    start: connect,
    async stop() {
      stopped = true;
      clearTimeout(retry);
      await client?.end();
    },
  };
}
