import type { ReactNode } from "react";
import { Card } from "~/ui/page/card";
import { Section } from "~/ui/page/section";
import { Stars } from "~/ui/page/stars";

type Testimonial = { name: string; town: string; service: string; rating: number; quote: string };

/** Static sample quotes (spec section 1). */
const testimonials: Testimonial[] = [
  {
    name: "Ellen R.",
    town: "Pittsfield",
    service: "Deep Cleaning",
    rating: 5,
    quote:
      "They got a whole mud season out of the entry tile and did the window tracks I had given up on. I came home and just stood in the kitchen for a minute.",
  },
  {
    name: "Marcus T.",
    town: "Concord",
    service: "Move In/Out Cleaning",
    rating: 5,
    quote:
      "We had to hand over the keys on Thursday at noon. They were done at eleven, and the landlord returned the deposit without a second look.",
  },
  {
    name: "Joanne P.",
    town: "Barnstead",
    service: "Regular Cleaning",
    rating: 4,
    quote:
      "The same two people every time, right on time, and the dog adores them. Four stars only because I would like a Saturday slot more often.",
  },
];

/** `children` follows the quotes. */
export function Testimonials({ children }: { children?: ReactNode }) {
  return (
    <Section heading="What Our Customers Say">
      <ul className="grid gap-6 md:grid-cols-2 lg:grid-cols-3">
        {testimonials.map(({ name, town, service, rating, quote }) => (
          <Card as="li" key={name} className="md:max-lg:last:col-span-2">
            <figure className="flex h-full flex-col p-7">
              <Stars rating={rating} />
              <blockquote className="mt-4 mb-6 text-lead">“{quote}”</blockquote>
              <figcaption className="mt-auto text-[0.9375rem]">
                <span className="font-semibold">{name}</span>, {town}
                <span className="block text-moss">{service}</span>
              </figcaption>
            </figure>
          </Card>
        ))}
      </ul>
      {children}
    </Section>
  );
}
