import type { PublishedReview } from "~/features/reviews/rules";
import { Card } from "~/ui/page/card";
import { Section } from "~/ui/page/section";
import { Stars } from "~/ui/page/stars";

/** The latest published reviews. Renders nothing if there are none. */
export function PublishedReviews({ reviews }: { reviews: PublishedReview[] }) {
  if (reviews.length === 0) return null;
  return (
    <Section heading="What Our Customers Say">
      <ul className="grid gap-6 md:grid-cols-2 lg:grid-cols-3">
        {reviews.map(({ id, name, town, rating, text }) => (
          <Card as="li" key={id} className="md:max-lg:last:odd:col-span-2">
            <figure className="flex h-full flex-col p-7">
              <Stars rating={rating} />
              <blockquote className="wrap-anywhere mt-4 mb-6 text-lead">“{text}”</blockquote>
              <figcaption className="wrap-anywhere mt-auto text-[0.9375rem]">
                <span className="font-semibold">{name}</span>
                {town && `, ${town}`}
              </figcaption>
            </figure>
          </Card>
        ))}
      </ul>
    </Section>
  );
}
