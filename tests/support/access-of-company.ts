import { type Access, everybody, intentOfOwner, office } from "./access-kinds";

/** What each visitor gets from the pages that make a site a company's own: guide, texts, imports, checks. */
export const COMPANY_ROUTES: Record<string, Access> = {
  "/start": everybody("missing"),
  "/admin/own": office("away", { forms: [{}] }),
  "/admin/setup": office("away", { forms: [{ intent: "close" }] }),
  "/admin/setup/look": office("page", { forms: [{ intent: "save", accent: "" }] }),
  "/admin/setup/:step": office("away", { forms: [{ intent: "skip" }] }),
  "/admin/settings/look": office("page", { forms: [{ accent: "" }] }),
  "/admin/settings/going-live": office("page", { forms: [{ intent: "check" }, { intent: "selector" }] }),
  "/admin/content": office("page"),
  "/admin/content/:text": office("missing", { forms: ["save", "publish", "hide"].map(intentOfOwner) }),
  "/admin/content/pictures": office("page"),
  "/admin/content/pictures/upload": office("away"),
  "/pictures/:number/:key?/:name?": everybody("missing"),
  "/admin/content/:text/versions": office("missing", { forms: [{ version: "1", seen: "1" }] }),
  "/admin/content/:text/preview": office("missing", { forms: [{ body: "# A text" }] }),
  "/preview/:text": everybody("missing"),
  "/services/:id": everybody("missing"),
  "/admin/imports": office("page"),
  "/admin/imports/upload": office("page", { forms: [{ file: "none" }] }),
  "/admin/imports/:id": office("missing", {
    forms: [
      "subject",
      "values",
      "map",
      "answer",
      "commit",
      "cancel",
      "stop-stripe",
      "undo",
      "mails-on",
      "mails-off",
      "remove",
    ].map(intentOfOwner),
  }),
  "/admin/settings/moving-out": office("page", {
    forms: ["export", "delete", "take-back", "emails-on"].map(intentOfOwner),
  }),
  "/admin/exports/upload": office("away", { forms: [{ file: "none" }] }),
  "/admin/exports/:id": office("missing"),
  "/admin/imports/:id/bad-rows": office("missing"),
};
