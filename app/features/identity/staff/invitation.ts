import type { StaffRole } from "~/platform/auth/roles";

/** How long an invitation can be accepted. */
export const INVITATION_DAYS = 7;

/** What the link is signed for. */
export const invitationSubject = (id: string) => `invitation:${id}`;

/** The token of the link in the email. */
export const invitationToken = (id: string, key: string) => `${id}.${key}`;

/** The id and the key of a token; empty where it has none. */
export function parseToken(token: string): { id: string; key: string } {
  const [id = "", key = ""] = token.split(".");
  return { id, key };
}

/** The address of an invitation's page. */
export function invitationPath(token: string): string {
  return `/invitation?${new URLSearchParams({ token })}`;
}

export type InvitationState = "open" | "expired" | "revoked" | "accepted";

type Dates = {
  expires_at: Temporal.Instant;
  accepted_at: Temporal.Instant | null;
  revoked_at: Temporal.Instant | null;
};

/** Where an invitation stands. */
export function invitationState(
  { expires_at, accepted_at, revoked_at }: Dates,
  now: Temporal.Instant,
): InvitationState {
  if (accepted_at) return "accepted";
  if (revoked_at) return "revoked";
  return Temporal.Instant.compare(now, expires_at) < 0 ? "open" : "expired";
}

/** An invitation on the staff page as formatted text. Times are in company time. */
export type InvitationRow = {
  id: string;
  email: string;
  role: StaffRole;
  /** Name of the inviter. */
  by: string;
  until: string;
  expired: boolean;
  hands_over: boolean;
};

/** An open invitation as its page and email show it. Times are in company time. */
type InvitationView = {
  id: string;
  email: string;
  role: StaffRole;
  by: string;
  until: string;
  hands_over: boolean;
};

/**
 * What the visitor sees: why the link no longer works; or, for an open invitation, what they must do. `not allowed`: the inviter
 * may no longer give this role. `yours`: they have accepted it before.
 */
export type InvitationPage =
  | { state: "missing" | "expired" | "revoked" | "accepted" | "yours" | "not allowed" }
  | (InvitationView & {
      state: "new account" | "log in" | "other account" | "unverified" | "accept";
      /** The email that the visitor is signed in with. */
      signed_in_as: string | null;
    });
