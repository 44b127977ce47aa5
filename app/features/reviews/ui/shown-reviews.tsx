import type { PublishedReview } from "~/features/reviews/rules";
import { Stars } from "~/ui/page/stars";

/** Published reviews. Renders nothing if there are none. */
export function PublishedReviews({ reviews }: { reviews: PublishedReview[] }) {
  if (reviews.length === 0) return null;
  return (
    <section aria-labelledby="shown-reviews" className="mt-12 border-line border-t pt-10">
      <h3 id="shown-reviews" className="text-heading">
        After a visit
      </h3>
      <ul className="mt-6 grid gap-x-10 gap-y-8 md:grid-cols-2 lg:grid-cols-3">
        {reviews.map(({ id, name, town, rating, text }) => (
          <li key={id}>
            <figure>
              <Stars rating={rating} />
              <blockquote className="wrap-anywhere mt-2">“{text}”</blockquote>
              <figcaption className="wrap-anywhere mt-2 text-[0.9375rem]">
                <span className="font-semibold">{name}</span>
                {town && `, ${town}`}
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  );
}
