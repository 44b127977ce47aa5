/** An account as its panel shows it: finished strings, company time. */
export type AccountView = {
  id: string;
  name: string;
  email: string;
  email_verified: boolean;
  two_factor: boolean;
  is_admin: boolean;
  is_you: boolean;
  /** Nobody else has access to the office. */
  is_last: boolean;
  /** Newest first. */
  roles: { id: number; role: string; on: string }[];
  sessions: { id: string; name: string; last_used: string; is_this: boolean }[];
};

/** Somebody with access to the office. */
export type StaffRow = {
  id: string;
  name: string;
  email: string;
  since: string;
  two_factor: boolean;
  sessions: number;
  is_you: boolean;
};
