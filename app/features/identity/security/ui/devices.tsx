import MonitorSmartphone from "lucide-react/icons/monitor-smartphone";
import { Form, useNavigation } from "react-router";
import { Button } from "~/ui/action/button";
import { Badge } from "~/ui/list/badge";
import { SecurityCard } from "./card";

type Device = { id: string; name: string; last_used: string; is_this: boolean };

const LIMIT = 8;

export function DevicesCard({ devices }: { devices: Device[] }) {
  const navigation = useNavigation();
  const others = devices.filter((device) => !device.is_this).length;
  const hidden = devices.length - LIMIT;
  return (
    <SecurityCard id="devices" heading="Where you are signed in">
      <p className="text-moss">{formatOthers(others)}</p>
      <ul className="divide-y divide-line border-line border-y">
        {devices.slice(0, LIMIT).map(({ id, name, last_used, is_this }) => (
          <li key={id} className="flex items-center gap-4 py-3.5">
            <MonitorSmartphone strokeWidth={1.75} className="size-5 shrink-0 text-moss" />
            <div className="min-w-0 flex-1">
              <p className="font-semibold">{name}</p>
              <p className="text-[0.9375rem] text-moss">Last used {last_used}</p>
            </div>
            {is_this && <Badge tone="green">This device</Badge>}
          </li>
        ))}
        {hidden > 0 && <li className="py-3.5 text-moss">and {hidden} more</li>}
      </ul>
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

function formatOthers(others: number): string {
  if (others === 0) return "Only on this device.";
  return others === 1 ? "On this device and one other." : `On this device and ${others} others.`;
}
