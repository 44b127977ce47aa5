import CalendarDays from "lucide-react/icons/calendar-days";
import MonitorSmartphone from "lucide-react/icons/monitor-smartphone";
import { Form, Link } from "react-router";
import { type AccountView, labelOfRole } from "~/features/identity/staff/account";
import { Button } from "~/ui/action/button";
import { Badge } from "~/ui/list/badge";
import { RevokeForm } from "./roles";

type Props = { account: AccountView; refused: string | undefined };

/** Role history, sessions, calendar addresses and the actions on them. */
export function AccountPanel({ account, refused }: Props) {
  const { id, email, email_verified, two_factor, role, roles } = account;
  return (
    <div className="grid gap-6">
      <div className="grid gap-2">
        <p className="wrap-anywhere">{email}</p>
        <p className="flex flex-wrap gap-2">
          <Badge tone={role === "user" ? "neutral" : "green"}>{labelOfRole(role)}</Badge>
          {!email_verified && <Badge tone="amber">Not verified</Badge>}
          <Badge tone={two_factor ? "green" : "neutral"}>Two-factor {two_factor ? "on" : "off"}</Badge>
        </p>
        <Link to={`/admin/customers/${id}`} className="w-fit font-medium text-evergreen-700 hover:underline">
          Profile and bookings
        </Link>
      </div>
      <AccountSessions account={account} />
      {account.addresses.length > 0 && <AccountAddresses account={account} />}
      <section className="border-line border-t pt-5">
        <h3 className="mb-2.5 font-semibold">Roles</h3>
        {roles.length === 0 ? (
          <p className="text-[0.9375rem] text-moss">User from the start.</p>
        ) : (
          <ol className="grid gap-1.5 text-[0.9375rem]">
            {roles.map(({ id: row, role: given, on }) => (
              <li key={row} className="flex justify-between gap-3">
                <span>{labelOfRole(given)}</span>
                <span className="text-moss tabular-nums">since {on}</span>
              </li>
            ))}
          </ol>
        )}
      </section>
      {account.has_second_factor && role !== "user" && !account.is_you && account.may_become.length > 0 && (
        <section className="border-line border-t pt-5">
          <h3 className="mb-1 font-semibold">Reset second factor</h3>
          <p className="mb-4 text-[0.9375rem] text-moss">
            For someone who has lost their phone. Two-factor and passkeys are removed, and they are signed out
            everywhere. Their password stays. We email them. Make sure that it's really them who asked.
          </p>
          <Form method="post" preventScrollReset>
            <Button type="submit" name="intent" value="reset-second-factor" variant="secondary" size="small">
              Reset second factor
            </Button>
          </Form>
        </section>
      )}
      {(account.may_become.length > 0 || account.is_you) && role !== "user" && (
        <RevokeForm account={account} refused={refused} />
      )}
    </div>
  );
}

/** Each session can be ended, except the viewer's own. */
function AccountSessions({ account: { sessions } }: { account: AccountView }) {
  const others = sessions.filter((session) => !session.is_this);
  return (
    <section className="border-line border-t pt-5">
      <h3 className="mb-1 font-semibold">Signed in on</h3>
      {sessions.length === 0 && <p className="text-[0.9375rem] text-moss">No devices.</p>}
      <ul className="divide-y divide-line">
        {sessions.map(({ id, name, place, last_used, is_this }) => (
          <li key={id} className="flex items-center gap-3 py-2.5 text-[0.9375rem]/5">
            <MonitorSmartphone aria-hidden strokeWidth={1.75} className="size-5 shrink-0 text-moss" />
            <div className="min-w-0 flex-1">
              <p className="font-medium">{name}</p>
              <p className="wrap-anywhere text-moss">
                Last used {last_used}
                {place && ` from ${place}`}
              </p>
            </div>
            {is_this ? (
              <Badge tone="green">This device</Badge>
            ) : (
              <Form method="post" preventScrollReset>
                <input type="hidden" name="session" value={id} />
                <Button
                  type="submit"
                  name="intent"
                  value="end-sessions"
                  variant="ghost"
                  size="small"
                  aria-label={`End: ${name}, last used ${last_used}`}
                >
                  End
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      {others.length > 1 && (
        <Form method="post" preventScrollReset className="mt-3">
          <Button type="submit" name="intent" value="end-sessions" variant="secondary" size="small">
            End all {others.length} sessions
          </Button>
        </Form>
      )}
    </section>
  );
}

/** Their calendar addresses, to end. */
function AccountAddresses({ account: { addresses } }: { account: AccountView }) {
  return (
    <section className="border-line border-t pt-5">
      <h3 className="mb-1 font-semibold">Calendar addresses</h3>
      <ul className="divide-y divide-line">
        {addresses.map(({ id, what, made, last_read }) => (
          <li key={id} className="flex items-center gap-3 py-2.5 text-[0.9375rem]/5">
            <CalendarDays aria-hidden strokeWidth={1.75} className="size-5 shrink-0 text-moss" />
            <div className="min-w-0 flex-1">
              <p className="font-medium wrap-anywhere">{what}</p>
              <p className="text-moss">
                Made {made}. {last_read ? `Last read ${last_read}.` : "Not read yet."}
              </p>
            </div>
            <Form method="post" preventScrollReset>
              <input type="hidden" name="address" value={id} />
              <Button
                type="submit"
                name="intent"
                value="end-address"
                variant="ghost"
                size="small"
                aria-label={`End the address of ${what}, made ${made}`}
              >
                End
              </Button>
            </Form>
          </li>
        ))}
      </ul>
    </section>
  );
}
