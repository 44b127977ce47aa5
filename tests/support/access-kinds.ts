import { SECRETS } from "./belongings";

/** What a visitor gets: a page or file, a redirect, or nothing. */
export type Gets = "page" | "file" | "login" | "home" | "away" | "missing" | "gone" | Refused;
type Refused = "not allowed" | "not let in" | "bad request";

/** What each visitor gets from a route. A route that is not for everybody also lists its forms. */
export type Access = {
  guest: Gets;
  stranger: Gets;
  owner: Gets;
  admin: Gets;
  /** More addresses that lead to something of the owner; the stranger must not find it there. */
  also?: string[];
  /** A word of the owner's that the page must show to the owner, or the test would prove nothing. */
  shows?: string;
  /** The fields of its forms. CAPITALS stand for ids of the owner's things. */
  forms?: Record<string, string>[];
  /** A page of the office, where administrators read every customer's data. */
  isOffice?: true;
};

/** The same for every visitor. */
export const everybody = (gets: Gets): Access => ({ guest: gets, stranger: gets, owner: gets, admin: gets });
/** Pages for guests only; signed-in visitors are redirected. */
export const guestsOnly: Access = { ...everybody("home"), guest: "page" };
/** A page about the visitor's own things. A stranger sees only theirs. */
export const own = (more: Partial<Access> = {}): Access => ({
  ...everybody("page"),
  guest: "login",
  ...more,
});
/** A page about one thing of the owner's. Nobody else finds it. */
export const owners = (gets: Gets, more: Partial<Access> = {}): Access => ({
  guest: "login",
  stranger: "missing",
  owner: gets,
  admin: "missing",
  shows: SECRETS[0],
  ...more,
});

/** A page of the office, for administrators. */
export const office = (gets: Gets, more: Partial<Access> = {}): Access => ({
  ...{ guest: "login", stranger: "home", owner: "home", admin: gets, isOffice: true },
  ...more,
});

/** A form about the owner's thing that carries little more than its intent. */
export const intentOfOwner = (intent: string) => ({ intent, email: "OWNER", body: "A note", note: "OWNER" });
