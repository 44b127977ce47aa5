import { choice, isMoment, listSpec } from "~/lib/list-query";

/** How somebody signed in or tried to. `confirmation` is the password or passkey before what is grave. */
export const STEP_LABELS: Record<string, string> = {
  password: "Password",
  passkey: "Passkey",
  totp: "Code of the app",
  recovery: "Recovery code",
  social: "Google or Facebook",
  "verify-email": "Link in an email",
  confirmation: "Confirmation",
};

export const SIGN_IN_LIST = listSpec({
  name: "sign-ins",
  path: "/admin/sign-ins",
  title: "Sign-ins",
  about: "Who signed in or was refused, and from where.",
  noun: ["sign-in", "sign-ins"],
  dated: "Tried",
  placeholder: "Search by name, email, address or device",
  exporting: "Export sign-ins",
  empty: "Sign-ins will show up here.",
  sorts: { date: isMoment },
  isId: (text) => /^\d{1,15}$/.test(text),
  filters: {
    outcome: choice("Outcome", "All outcomes", { refused: "Refused", passed: "Signed in" }),
    step: choice("How", "Every way", STEP_LABELS),
  },
});

export type SignInRow = {
  id: number;
  at: string;
  /** Null if no account has what was typed. */
  who: string | null;
  user_id: string | null;
  how: string;
  /** "Wrong password"; null if it succeeded. */
  refused: string | null;
  address: string | null;
  device: string;
};
