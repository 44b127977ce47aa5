import MonitorSmartphone from "lucide-react/icons/monitor-smartphone";
import { Form, useNavigation } from "react-router";
import type { Device } from "~/features/identity/security/rules";
import { Button } from "~/ui/action/button";
import { Badge } from "~/ui/list/badge";
import { SecurityCard } from "./card";

/** As many devices are always visible. */
const FIRST = 6;

/** Each session can be ended, except this one. */
export function DevicesCard({ devices }: { devices: Device[] }) {
  const navigation = useNavigation();
  const others = devices.filter((device) => !device.is_this).length;
  const hidden = devices.slice(FIRST);
  return (
    <SecurityCard id="devices" heading="Where you are signed in">
      <p className="text-moss">{formatOthers(others)}</p>
      <div className="border-line border-y">
        <ul className="divide-y divide-line">
          {devices.slice(0, FIRST).map((device) => (
            <DeviceItem key={device.id} device={device} />
          ))}
        </ul>
        {hidden.length > 0 && (
          <details className="border-line border-t">
            <summary className="flex min-h-11 cursor-pointer items-center rounded-control font-medium text-evergreen-700 hover:underline">
              Show {hidden.length} more
            </summary>
            <ul className="divide-y divide-line border-line border-t">
              {hidden.map((device) => (
                <DeviceItem key={device.id} device={device} />
              ))}
            </ul>
          </details>
        )}
      </div>
      {others > 0 && (
        <Form method="post" preventScrollReset>
          <Button
            type="submit"
            name="intent"
            value="end-sessions"
            variant="secondary"
            pending={navigation.formData?.get("intent") === "end-sessions"}
          >
            Sign out everywhere else
          </Button>
        </Form>
      )}
    </SecurityCard>
  );
}

function DeviceItem({ device: { id, name, place, signed_in, last_used, is_this } }: { device: Device }) {
  const navigation = useNavigation();
  return (
    <li className="flex items-start gap-3 py-3.5 sm:gap-4">
      <MonitorSmartphone aria-hidden strokeWidth={1.75} className="mt-0.5 size-5 shrink-0 text-moss" />
      <div className="min-w-0 flex-1 text-[0.9375rem] text-moss">
        <p className="font-semibold text-base text-ink">{name}</p>
        {place && <p className="wrap-anywhere tabular-nums">{place}</p>}
        <p>
          Signed in {signed_in}, last used {last_used}
        </p>
      </div>
      {is_this ? (
        <Badge tone="green">This device</Badge>
      ) : (
        <Form method="post" preventScrollReset className="-mr-4 -ml-3">
          <input type="hidden" name="session" value={id} />
          <Button
            type="submit"
            name="intent"
            value="end-session"
            variant="ghost"
            size="small"
            aria-label={`End: ${name}, last used ${last_used}`}
            pending={navigation.formData?.get("session") === id}
          >
            End
          </Button>
        </Form>
      )}
    </li>
  );
}

function formatOthers(others: number): string {
  if (others === 0) return "Only on this device.";
  return others === 1 ? "On this device and one other." : `On this device and ${others} others.`;
}
