import { parseSlotTime } from "~/features/scheduling/availability/slots";
import type { Change } from "./push";

/** From this hour on in the evening until this one in the morning, company time, news waits. */
const NIGHT = { from: 21, to: 7 };
/** A visit that begins by this hour can't wait for the morning. */
const EARLY = 8;

/** Whether all of this news waits for the morning: it is night, and no change is about a visit that began or begins by eight. */
export function isQuiet(changes: readonly Change[], now: Temporal.ZonedDateTime): boolean {
  if (now.hour < NIGHT.from && now.hour >= NIGHT.to) return false;
  const early = nextMorning(now).with({ hour: EARLY });
  return changes.every((change) =>
    [change.time, ...(change.kind === "moved" ? [change.to] : [])].every((time) => {
      const plainTime = parseSlotTime(time) ?? undefined;
      const start = Temporal.PlainDate.from(change.day).toZonedDateTime({
        timeZone: now.timeZoneId,
        plainTime,
      });
      return Temporal.ZonedDateTime.compare(start, early) > 0;
    }),
  );
}

/** When the night is over that it is, or that comes next. */
export function nextMorning(now: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  const today = now.withPlainTime({ hour: NIGHT.to });
  return Temporal.ZonedDateTime.compare(today, now) > 0
    ? today
    : now.add({ days: 1 }).withPlainTime({ hour: NIGHT.to });
}
