import type { SubmissionResult } from "@conform-to/react";
import { Link } from "react-router";
import { Badge } from "~/ui/badge";
import type { AccountView } from "./account";
import { AccountSessions } from "./account-sessions";
import { RevokeForm } from "./revoke-form";

type Props = { account: AccountView; result: SubmissionResult<string[]> | undefined };

/** An account's roles over time, where it is signed in, and the ways to end that. */
export function AccountPanel({ account, result }: Props) {
  const { id, email, email_verified, two_factor, is_admin, roles } = account;
  return (
    <div className="grid gap-6">
      <div className="grid gap-2">
        <p className="wrap-anywhere">{email}</p>
        <p className="flex flex-wrap gap-2">
          <Badge tone={is_admin ? "green" : "neutral"}>{is_admin ? "Administrator" : "User"}</Badge>
          {!email_verified && <Badge tone="amber">Not verified</Badge>}
          <Badge tone={two_factor ? "green" : "neutral"}>Two-factor {two_factor ? "on" : "off"}</Badge>
        </p>
        <Link to={`/admin/customers/${id}`} className="w-fit font-medium text-evergreen-700 hover:underline">
          Profile and bookings
        </Link>
      </div>
      <AccountSessions account={account} />
      <section className="border-line border-t pt-5">
        <h3 className="mb-2.5 font-semibold">Roles</h3>
        {roles.length === 0 ? (
          <p className="text-[0.9375rem] text-moss">User from the start.</p>
        ) : (
          <ol className="grid gap-1.5 text-[0.9375rem]">
            {roles.map(({ id: row, role, on }) => (
              <li key={row} className="flex justify-between gap-3">
                <span>{role === "admin" ? "Administrator" : "User"}</span>
                <span className="text-moss tabular-nums">since {on}</span>
              </li>
            ))}
          </ol>
        )}
      </section>
      {is_admin && <RevokeForm account={account} result={result} />}
    </div>
  );
}
