import { type Access, everybody, intentOfOwner, office } from "./access-kinds";

/** What each visitor gets from the crew's app and from the office's pages about crews. */
export const CREW_ROUTES: Record<string, Access> = {
  "/crew/worker.js": everybody("file"),
  "/crew/app.webmanifest": everybody("file"),
  // No account opens the crew's app: only a phone that was let in does.
  "/crew": everybody("away"),
  "/crew/unlock": everybody("not let in"),
  "/crew/day": everybody("not let in"),
  "/crew/live": everybody("not let in"),
  "/crew/join": everybody("missing"),
  "/crew/events": everybody("not allowed"),
  "/crew/codes": everybody("not allowed"),
  "/crew/push": everybody("not let in"),
  "/crew/photos/:id": everybody("not let in"),
  "/crew/home-photos/:id": everybody("not let in"),
  "/admin/hours.csv": office("file"),
  "/admin/hours": office("page", { forms: ["approve", "reopen", "late"].map(intentOfOwner) }),
  "/admin/hours/:member": office("missing", {
    forms: ["edit", "remove", "adjust", "rate"].map(intentOfOwner),
  }),
  "/admin/crews": office("page", { forms: [{ id: "OWNER", place: "1" }] }),
  "/admin/crews/new": office("page", { forms: [{ intent: "add", name: "" }] }),
  "/admin/crews/:id": office("missing", {
    forms: [
      { intent: "update", name: "Mallory's crew" },
      { intent: "hand-over", which: "all" },
      { intent: "create-feed" },
    ],
  }),
  "/admin/crews/:id/members/:member": office("missing", {
    forms: [{ intent: "invite" }, { intent: "end", phone: "OWNER" }, { intent: "language", language: "es" }],
  }),
};
