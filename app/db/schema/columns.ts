import { sql } from "drizzle-orm";
import { customType } from "drizzle-orm/pg-core";

/** A moment in time. */
export const instant = customType<{
  data: Temporal.Instant;
  driverData: string;
}>({
  dataType: () => "timestamp with time zone",
  toDriver: (value) => value.toString(),
  fromDriver: (value) => Temporal.Instant.from(value),
});

/** A half-open range of moments, `[start,end)`. */
export const instantRange = customType<{
  data: { start: Temporal.Instant; end: Temporal.Instant };
  driverData: string;
}>({
  dataType: () => "tstzrange",
  toDriver: ({ start, end }) => `[${start},${end})`,
  fromDriver: (value) => {
    const [start = "", end = ""] = value.slice(1, -1).replaceAll('"', "").split(",");
    return {
      start: Temporal.Instant.from(start),
      end: Temporal.Instant.from(end),
    };
  },
});

export const timestamps = {
  created_at: instant().notNull().default(sql`now()`),
  updated_at: instant().notNull().default(sql`now()`),
};
