import { isCalendarDate } from "~/lib/dates";
import { isUuid } from "~/lib/ids";

export const SCHEDULE_PAGE = "/admin/schedule";

export type ScheduleView = "day" | "week";
/** What the schedule shows; `visit`, `close` (the day) or the office's calendar `feed` is open beside it. */
export type SchedulePlace = {
  view: ScheduleView;
  date: string;
  visit: string | null;
  close: string | null;
  feed: boolean;
};

/** Reads the schedule's address: a link never fails. */
export function parseSchedule(params: URLSearchParams, today: string): SchedulePlace {
  const [date = "", visit = "", close = ""] = ["date", "visit", "close"].map(
    (name) => params.get(name) ?? "",
  );
  return {
    view: params.get("view") === "week" ? "week" : "day",
    date: isShownDate(date) ? date : today,
    visit: isUuid(visit) ? visit : null,
    close: isShownDate(close) ? close : null,
    feed: params.has("feed"),
  };
}

export function schedulePath({
  view,
  date,
  visit,
  close,
  feed,
}: Partial<SchedulePlace> & { date: string }): string {
  const params = new URLSearchParams({ view: view ?? "day", date });
  if (visit) params.set("visit", visit);
  if (close) params.set("close", close);
  if (feed) params.set("feed", "office");
  return `${SCHEDULE_PAGE}?${params}`;
}

/** Far off there is nothing to see, and calendars end. */
function isShownDate(date: string): boolean {
  return isCalendarDate(date) && date >= "2000-01-01" && date <= "2199-12-31";
}
