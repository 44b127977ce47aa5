const SLOTS = ["8:00 AM", "10:00 AM", "12:00 PM", "2:00 PM", "4:00 PM"];
const CREWS = 2;
const DAY_MS = 24 * 60 * 60 * 1000;
/** yyyy-MM-dd in the demo company's time zone. */
const companyDay = new Intl.DateTimeFormat("en-CA", { timeZone: "America/New_York" });
const FIRST_DAY = 40;
/** Days from today on which no visit of the demo company's plans falls, in any week of the year. */
const PLAN_DAY = 6;

/** One-hour bookings for every crew, slot and day of the far months. All of them find a slot. */
export function bookingRequests(count: number, now = Date.now()) {
  const days = freeDays(Math.ceil(count / (SLOTS.length * CREWS)));
  const today = Date.parse(companyDay.format(now));
  return Array.from({ length: count }, (_, index) => {
    // Neighbors are on different days, as bookings of strangers are.
    const day = days[index % days.length] as number;
    const place = Math.floor(index / days.length);
    return {
      serviceId: "regular-cleaning",
      serviceType: "residential",
      bookingDetails: {
        date: new Date(today + day * DAY_MS).toISOString().slice(0, 10),
        time: SLOTS[place % SLOTS.length] as string,
        address: { street: `${index} Main Street`, city: "Pittsfield", state: "NH", zip: "03263" },
        notes: "The key is under the mat.",
        bedrooms: 2,
        bathrooms: 1,
        hours: 1,
      },
    };
  });
}

/** Days from today. */
function freeDays(count: number): number[] {
  const days: number[] = [];
  for (let day = FIRST_DAY; days.length < count; day++) if (day % 7 !== PLAN_DAY) days.push(day);
  return days;
}

/** Works through a list with this many requests at a time; returns how many per second. */
export async function atOnce<T>(
  items: T[],
  workers: number,
  work: (item: T, worker: number) => Promise<void>,
) {
  const queue = items.values();
  const started = performance.now();
  await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      for (const item of queue) await work(item, worker);
    }),
  );
  return (items.length / (performance.now() - started)) * 1000;
}
