import type { Role, StaffRole } from "~/platform/auth/roles";

const ROLE_LABELS: Record<Role, string> = {
  ...{ user: "User", owner: "Owner", manager: "Manager", dispatcher: "Dispatcher", bookkeeper: "Bookkeeper" },
  ...{ crew_lead: "Crew lead", crew_member: "Crew member" },
};

/** "Owner". Stored roles from before there were several say `admin`: owner. */
export function labelOfRole(role: string): string {
  return ROLE_LABELS[(role === "admin" ? "owner" : role) as Role] ?? ROLE_LABELS.user;
}

/** "an owner" */
export function nameOfRole(role: string): string {
  const label = labelOfRole(role).toLowerCase();
  return `${/^[aeiou]/.test(label) ? "an" : "a"} ${label}`;
}

/** What each role that can be given does in the office. */
export const ROLE_NOTES: Partial<Record<StaffRole, string>> = {
  owner: "Everything, including other owners and resetting the site.",
  manager: "Everything except owners, other managers and resetting the site. Refunds up to a limit.",
  dispatcher:
    "Bookings, schedule, crews' days, customers, plans and messages. No refunds, prices, exports or settings.",
  bookkeeper: "Orders, payments, refunds up to a limit and exports. Reads bookings, customers and plans.",
};

/** An account as formatted text. Dates are in company time. */
export type AccountView = {
  id: string;
  name: string;
  email: string;
  email_verified: boolean;
  two_factor: boolean;
  /** Whether they have two-factor or a passkey. */
  has_second_factor: boolean;
  role: Role;
  is_you: boolean;
  /** Whether this is the only owner. */
  is_last: boolean;
  /** The roles that the viewer may give this person; none when the viewer may not change them. */
  may_become: StaffRole[];
  /** Newest first. */
  roles: { id: number; role: string; on: string }[];
  sessions: { id: string; name: string; place: string | null; last_used: string; is_this: boolean }[];
  /** Calendar addresses, the oldest first; `what` they show. */
  addresses: { id: string; what: string; made: string; last_read: string | null }[];
};

/** One of the staff as formatted text. Dates are in company time. */
export type StaffRow = {
  id: string;
  name: string;
  email: string;
  role: StaffRole;
  since: string;
  two_factor: boolean;
  sessions: number;
  is_you: boolean;
};
