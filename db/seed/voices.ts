import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { bookings } from "../../app/db/schema/bookings";
import { newsletter_subscribers } from "../../app/db/schema/newsletter";
import { reviews } from "../../app/db/schema/reviews";
import type { Database } from "../../app/platform/database/database.server";
import { seedOnce } from "./once";
import { demoEmail, people } from "./people";

/** What customers of the demo company say, and who reads its newsletter, counted back from `now`. */
export function seedVoices(db: Database, now: Temporal.Instant): Promise<boolean> {
  return seedOnce(db, "voices", async (tx) => {
    await insertReviews(tx, now);
    await insertSubscribers(tx, now);
  });
}

/** The latest visit of each customer but the first, whose account is there to be tried out. */
async function insertReviews(tx: Database, now: Temporal.Instant): Promise<void> {
  const [, ...others] = people;
  const visits = await tx
    .selectDistinctOn([bookings.user_id])
    .from(bookings)
    .where(
      and(
        eq(bookings.status, "completed"),
        sql`${bookings.user_id} is not null`,
        inArray(bookings.customer_email, others.map(demoEmail)),
      ),
    )
    .orderBy(bookings.user_id, desc(bookings.starts_at));
  const written = visits
    .toSorted((a, b) => Temporal.Instant.compare(b.ends_at, a.ends_at))
    .flatMap((visit, index) => {
      const said = SAID[index];
      if (!said || !visit.user_id) return [];
      const created_at = earlier(
        visit.ends_at.add({ hours: 3, minutes: 7 + 13 * index }),
        now.subtract({ minutes: 140 + 43 * index }),
      );
      const { published, ...review } = said;
      const published_at = published
        ? earlier(created_at.add({ hours: 30 }), now.subtract({ hours: 1 }))
        : null;
      return [
        {
          ...review,
          booking_id: visit.id,
          user_id: visit.user_id,
          published_at,
          created_at,
          updated_at: created_at,
        },
      ];
    });
  if (written.length > 0) await tx.insert(reviews).values(written);
}

function earlier(one: Temporal.Instant, other: Temporal.Instant): Temporal.Instant {
  return Temporal.Instant.compare(one, other) < 0 ? one : other;
}

type Said = { rating: number; review_text: string; may_publish: boolean; published: boolean };

const SAID: Said[] = [
  {
    rating: 5,
    may_publish: true,
    published: false,
    review_text:
      "They moved the couch without being asked and put every book back in its order. I noticed because I tried to catch them out.",
  },
  {
    rating: 2,
    may_publish: false,
    published: false,
    review_text:
      "The crew was friendly but twenty minutes late, and the shower door still has spots. I would like to give it another try with somebody who looks at it in daylight.",
  },
  {
    rating: 5,
    may_publish: true,
    published: true,
    review_text:
      "First cleaning after the baby came. They worked around her nap, whispering, and left the kitchen better than I have seen it since we moved in.",
  },
  { rating: 4, may_publish: false, published: false, review_text: "" },
  {
    rating: 5,
    may_publish: true,
    published: true,
    review_text: "On time, quiet, thorough. The baseboards are white again. I had forgotten that they were.",
  },
  {
    rating: 3,
    may_publish: true,
    published: false,
    review_text:
      "Good work on the floors. The windows on the porch were left out, though I had put them in the notes.",
  },
  {
    rating: 5,
    may_publish: false,
    published: false,
    review_text:
      "Thank you for finding my ring behind the washer. Please tell the crew that I cried a little.",
  },
];

type Subscriber = { email: string; status: "pending" | "subscribed" | "unsubscribed"; days: number };

async function insertSubscribers(tx: Database, now: Temporal.Instant): Promise<void> {
  const rows = SUBSCRIBERS.map(({ email, status, days }) => {
    const created_at = now.subtract({ hours: 24 * days });
    const confirmed_at = status === "pending" ? null : created_at.add({ minutes: 12 });
    const unsubscribed_at = status === "unsubscribed" ? created_at.add({ hours: 24 * 9 }) : null;
    const updated_at = unsubscribed_at ?? confirmed_at ?? created_at;
    return { email, status, created_at, confirmed_at, unsubscribed_at, updated_at };
  });
  await tx.insert(newsletter_subscribers).values(rows);
}

const SUBSCRIBERS: Subscriber[] = [
  { email: "kevin.marchand@mail.example", status: "pending", days: 1 },
  ...people.slice(1, 5).map((person, index) => ({
    email: demoEmail(person),
    status: "subscribed" as const,
    days: 6 + 11 * index,
  })),
  { email: "ruth.dionne@mail.example", status: "subscribed", days: 3 },
  { email: "claire.boisvert@mail.example", status: "unsubscribed", days: 34 },
];
