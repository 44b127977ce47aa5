import { type Access, office } from "./access-kinds";

const ofNobody = (intent: string) => ({ intent, item: "OWNER", text: "" });

/** What each visitor gets from the pages of the schedule and of the crews' day. */
export const SCHEDULE_ROUTES: Record<string, Access> = {
  "/admin/schedule": office("page", {
    also: [
      "/admin/schedule?view=day&date=2026-06-10&visit=UPCOMING",
      "/admin/schedule?view=week&date=2026-06-10",
      "/admin/schedule?feed=office",
    ],
    forms: [
      { intent: "move", id: "UPCOMING", date: "2026-06-12", time: "10:00 AM", crew_id: "", sequence: "99" },
      { close: "noon", date: "2026-06-10" },
      { open: "OWNER" },
      { intent: "create-feed" },
    ],
  }),
  "/admin/schedule/drives": office("page", {
    also: ["/admin/schedule/drives?date=2026-06-10"],
    forms: [{ date: "2026-06-10", seen: "guess" }],
  }),
  "/admin/schedule/live": office("page"),
  "/admin/schedule/live.events": office("file"),
  "/admin/homes/:id/checklist": office("page", { forms: ["add", "save", "up", "archive"].map(ofNobody) }),
  "/admin/services/:id/checklist": office("missing", {
    forms: ["add", "save", "up", "archive"].map(ofNobody),
  }),
  "/admin/schedule/sheet": office("page", { also: ["/admin/schedule/sheet?date=2026-06-10&crew=OWNER"] }),
};
