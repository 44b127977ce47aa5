const SLOTS = ["8:00 AM", "10:00 AM", "12:00 PM", "2:00 PM", "4:00 PM"];
const CREWS = 2;
const DAY_MS = 24 * 60 * 60 * 1000;
const FIRST_DAY = 40;
/** The visits of the demo company's plans come a year long, in every week on this day after today's. */
const PLAN_DAY = 6;

/** One-hour bookings for every crew, slot and day of the far months, day after day: all of them find a place. */
export function bookingRequests(count: number, now = Date.now()) {
  const days = freeDays(Math.ceil(count / (SLOTS.length * CREWS)));
  return Array.from({ length: count }, (_, index) => {
    // Neighbours lie on different days, as bookings of strangers do.
    const day = days[index % days.length] as number;
    const place = Math.floor(index / days.length);
    return {
      serviceId: "regular-cleaning",
      serviceType: "residential",
      bookingDetails: {
        date: new Date(now + day * DAY_MS).toISOString().slice(0, 10),
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

/** In days from today. */
function freeDays(count: number): number[] {
  const days: number[] = [];
  for (let day = FIRST_DAY; days.length < count; day++) if (day % 7 !== PLAN_DAY) days.push(day);
  return days;
}

/** Works through a list with so many at a time; answers how many a second. */
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
