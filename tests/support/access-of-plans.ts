import { type Access, office, owners } from "./access-kinds";

/** What each visitor gets from the pages of plans. */
export const PLAN_ROUTES: Record<string, Access> = {
  "/plans/:id": owners("page", { also: ["/plans/PLAN?key=WRONG"] }),
  // Without a visit in its address there is nothing to skip.
  "/plans/:id/skip": owners("missing", { shows: undefined, forms: [{}] }),
  "/plans/:id/receipt/:order": owners("page"),
  "/plans/:id/price": owners("page", { shows: undefined, forms: [{ seen: "2026-08-20" }] }),
  "/plans/:id/day": owners("page", {
    shows: undefined,
    forms: [{}, { intent: "save", visit: "UPCOMING", date: "2026-06-12", time: "10:00 AM" }],
  }),
  "/plans/:id/:change": owners("page", {
    shows: undefined,
    also: ["/plans/PLAN/end", "/plans/PLAN/skip-month", "/plans/PLAN/resume", "/plans/PLAN/pause?key=WRONG"],
    forms: [{}, { resumes_on: "2026-08-20" }],
  }),
  "/admin/plans": office("page", { also: ["/admin/plans?q=secretwood"] }),
  "/admin/plans/prices": office("page", {
    forms: [{ intent: "preview" }, { intent: "withdraw", price: "PLAN" }, { intent: "notice", days: "0" }],
  }),
  "/admin/plans/:id": office("page", {
    forms: [
      { intent: "nothing" },
      { intent: "skip", visit: "UPCOMING" },
      { intent: "resume" },
      { intent: "pause", seen: "2020-01-01" },
      { intent: "end", seen: "2020-01-01" },
      { intent: "end-link" },
      { intent: "email-link" },
      { intent: "withdraw" },
    ],
  }),
  "/admin/plans/:id/change": office("page", {
    forms: [{ intent: "preview" }, { intent: "save", visit: "UPCOMING" }],
  }),
};
