import CloudOff from "lucide-react/icons/cloud-off";
import { useWords } from "~/features/fieldwork/day/ui/words";
import * as m from "~/features/fieldwork/messages/made/messages.js";
import { Button } from "~/ui/action/button";
import { Notice } from "~/ui/page/notice";
import { useOffline } from "./offline";

/** Nothing while all is well. */
export function OfflineBar() {
  const { online, state, pending, sendNow, broken, unkept, forgetUnkept } = useOffline();
  const { say } = useWords();
  const isStuck = online && state === "waiting" && pending.length > 0;
  return (
    <div role="status">
      {unkept && (
        <Notice
          tone={unkept === "lost" ? "error" : "info"}
          className="fixed inset-x-5 top-3 z-30 mx-auto max-w-lg shadow-lift"
          action={
            <Button variant="secondary" size="large" onClick={forgetUnkept}>
              {say(m.understood)}
            </Button>
          }
        >
          {say(unkept === "lost" ? m.unkept_lost : m.unkept_sent)}
        </Notice>
      )}
      {(!online || isStuck) && (
        <div className="flex flex-wrap items-center gap-3 rounded-card bg-ink px-4 py-3 text-snow">
          <CloudOff aria-hidden className="size-5 shrink-0" />
          <p className="min-w-0 flex-1 basis-56">
            {online ? say(m.unsent, { count: pending.length }) : say(broken ? m.offline_unkept : m.offline)}
          </p>
          {isStuck && (
            <Button variant="light" size="large" onClick={sendNow}>
              {say(m.send_now)}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
