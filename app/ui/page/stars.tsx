/**
 * A rating from 0 to 5; stars are filled to the nearest whole one.
 *
 *   <Stars rating={4} />   read out as "4 out of 5 stars"
 */
import Star from "lucide-react/icons/star";
import { cx } from "~/ui/cx";

const places = [1, 2, 3, 4, 5];

export function Stars({ rating, className }: { rating: number; className?: string }) {
  return (
    <span role="img" aria-label={`${rating} out of 5 stars`} className={cx("inline-flex gap-0.5", className)}>
      {places.map((place) => (
        <Star
          key={place}
          strokeWidth={1.5}
          className={cx(
            "size-[1.125em] stroke-honey-ink",
            place <= Math.round(rating) ? "fill-sunlight" : "fill-transparent",
          )}
        />
      ))}
    </span>
  );
}
