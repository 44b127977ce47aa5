/** An account as formatted text. Dates are in company time. */
export type AccountView = {
  id: string;
  name: string;
  email: string;
  email_verified: boolean;
  two_factor: boolean;
  is_admin: boolean;
  is_you: boolean;
  /** Whether this is the only administrator. */
  is_last: boolean;
  /** Newest first. */
  roles: { id: number; role: string; on: string }[];
  sessions: { id: string; name: string; last_used: string; is_this: boolean }[];
};

/** An administrator as formatted text. Dates are in company time. */
export type StaffRow = {
  id: string;
  name: string;
  email: string;
  since: string;
  two_factor: boolean;
  sessions: number;
  is_you: boolean;
};
