import { useId } from "react";
import { Card } from "~/ui/page/card";
import { NewsletterFields } from "./newsletter-fields";

type Props = {
  /** `block` ends the list of articles, `card` a single article. */
  look: "block" | "card";
  /** Path of the surrounding page without query, for example "/blog/3". */
  from: string;
};

const texts = {
  block: {
    heading: "Subscribe to Our Newsletter",
    text: "Stay updated with our latest cleaning tips, service announcements, and special offers.",
  },
  card: {
    heading: "Enjoyed this article?",
    text: "Subscribe to our newsletter for more cleaning tips and insights.",
  },
};

export function NewsletterForm({ look, from }: Props) {
  const headingId = useId();
  const { heading, text } = texts[look];
  const fields = <NewsletterFields from={`${from}#newsletter`} />;
  const foot = (
    <p className="mt-3 text-[0.9375rem] text-moss">We’ll email you to confirm. Unsubscribe at any time.</p>
  );
  if (look === "card") {
    return (
      <Card as="aside" id="newsletter" aria-labelledby={headingId} className="p-6 sm:p-8">
        <h2 id={headingId} className="text-heading">
          {heading}
        </h2>
        <p className="mt-1.5 mb-5 text-moss">{text}</p>
        {fields}
        {foot}
      </Card>
    );
  }
  return (
    <aside
      id="newsletter"
      aria-labelledby={headingId}
      className="grid items-center gap-x-12 gap-y-6 rounded-card bg-sage-soft p-6 sm:p-10 lg:grid-cols-2 lg:p-14"
    >
      <div>
        <h2 id={headingId} className="text-heading lg:text-[1.875rem]/[1.2]">
          {heading}
        </h2>
        <p className="mt-3 max-w-md text-lead text-moss">{text}</p>
      </div>
      <div>
        {fields}
        {foot}
      </div>
    </aside>
  );
}
