import { setTimeout as sleep } from "node:timers/promises";
import type { World } from "./world.ts";

export type Pace = {
  /** How long a customer thinks between two steps, on average. */
  pauseMs: number;
  /** How long a customer waits for a confirmation. */
  patienceMs: number;
  /** Among how many months customers choose. */
  months: number;
};

/** What a customer saw against a promise. */
type Grief = { kind: "two checkouts" | "not confirmed" | "refused"; what: string };

export type Diary = { visits: number; paid: Set<string>; confirmedAfterMs: number[]; griefs: Grief[] };

type Place = { month: string; date: string; time: string; hours: number };
type Checkout = { session: string; reference: string };

const POLL_MS = 2_000;
/** Everybody prefers the next free slots, so that customers compete. */
const LIKED = 12;

/** One customer: looks at a month, takes a slot, and then acts in one of several ways. */
export async function visit(world: World, diary: Diary, pace: Pace): Promise<void> {
  const { pauseMs, patienceMs, months } = pace;
  const pause = () => sleep(pauseMs * (0.4 + 1.2 * Math.random()));
  const draft = crypto.randomUUID();
  const fate = Math.random();
  diary.visits += 1;
  const checkout = await book();
  if (!checkout) return;
  await pause();
  if (fate < 0.12) return; // leaves
  if (fate < 0.22) await dawdle(); // waits half an hour
  if (fate < 0.3) {
    const other = await book(); // another slot in another tab; both are paid
    if (other) await payAndSee(other, fate < 0.26);
  }
  await payAndSee(checkout, Math.random() < 0.7);

  async function book(): Promise<Checkout | null> {
    for (let tried = 0; tried < 6; tried++) {
      const place = await choose();
      if (!place) continue;
      await pause();
      const answers = await submit(place);
      const [first] = answers;
      if (answers.some(({ status }) => status !== first?.status)) continue; // one of two was too late: look again
      if (first?.status === 409 && first.body.error?.field === "bookingDetails.time") continue;
      if (first?.status !== 200) {
        diary.griefs.push({ kind: "refused", what: `${first?.status} ${JSON.stringify(first?.body)}` });
        return null;
      }
      if (new Set(answers.map(({ body }) => body.url)).size > 1) {
        diary.griefs.push({ kind: "two checkouts", what: answers.map(({ body }) => body.url).join(" ") });
      }
      return { session: first.body.url.split("/").at(-1), reference: first.body.reference };
    }
    return null;
  }

  async function choose(): Promise<Place | null> {
    const ahead = 1 + Math.floor(Math.random() * months);
    const month = Temporal.Now.plainDateISO("America/New_York")
      .add({ months: ahead })
      .toPlainYearMonth()
      .toString();
    const hours = Math.random() < 0.8 ? 1 : 3;
    const query = `service=regular-cleaning&hours=${hours}&month=${month}&draft=${draft}`;
    const { status, body } = await world.site.ask("month", `/api/availability?${query}`);
    if (status !== 200) return null;
    const free: Place[] = body.days.flatMap(({ date, slots }: { date: string; slots: Slot[] }) =>
      slots.flatMap(({ time, state }) => (state === "free" ? [{ month, date, time, hours }] : [])),
    );
    return free[Math.floor(Math.random() * Math.min(LIKED, free.length))] ?? null;
  }

  /** Sends a form. Some press twice; others lose the connection and retry. */
  async function submit({ date, time, hours }: Place) {
    const json = {
      serviceId: "regular-cleaning",
      serviceType: "residential",
      bookingDetails: {
        ...{ date, time, hours, bedrooms: 2, bathrooms: 1, notes: "The key is under the mat." },
        address: { street: "12 Main Street", city: "Pittsfield", state: "NH", zip: "03263" },
      },
    };
    const asking = { key: draft, json };
    const send = () => world.site.ask("create", "/api/create-payment", asking);
    if (Math.random() < 0.08) await world.site.hangUp("/api/create-payment", asking, 30 * Math.random());
    return Promise.all(Math.random() < 0.1 ? [send(), send()] : [send()]);
  }

  async function dawdle() {
    const late = `update bookings set hold_expires_at = now() - interval '1 second' where status = 'pending'
      and hold_expires_at is not null and id = (select booking_id from orders where payment_session_id = $1)`;
    await world.query(late, [checkout?.session]).catch(() => {}); // the database may be down
    await pause();
  }

  /** Pays, some with two clicks. Most return to the site and wait for the confirmation. */
  async function payAndSee({ session, reference }: Checkout, comesBack: boolean): Promise<void> {
    const payer = { name: "Ada Frost", email: `${draft}@mail.example`, phone: "603-555-0100" };
    for (let click = 0; click < (Math.random() < 0.1 ? 2 : 1); click++) {
      try {
        world.stripe.office.pay(session, payer);
        diary.paid.add(session);
      } catch {} // the checkout is over, as its page says
    }
    if (!diary.paid.has(session) || !comesBack) return;
    const since = performance.now();
    while (performance.now() < since + patienceMs) {
      await world.site.ask("page", `/payment-success?session_id=${session}`);
      const { body } = await world.site.ask("status", `/api/bookings/${reference}`);
      if (body.payment === "completed") {
        diary.confirmedAfterMs.push(performance.now() - since);
        return;
      }
      await sleep(Math.min(POLL_MS, 4 * pauseMs));
    }
    diary.griefs.push({ kind: "not confirmed", what: session });
  }
}

type Slot = { time: string; state: string };
