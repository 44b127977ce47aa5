import type { Post } from "~/features/content/blog/article";
import { Badge } from "~/ui/badge";

const tones: Record<string, "neutral" | "green" | "glass" | "amber"> = {
  Residential: "green",
  Commercial: "glass",
  Seasonal: "amber",
};

/** The kind of article, as a badge. */
export function Category({ of: { category } }: { of: Post }) {
  return <Badge tone={tones[category] ?? "neutral"}>{category}</Badge>;
}

export function PostDate({ of: { date, published } }: { of: Post }) {
  return <time dateTime={published}>{date}</time>;
}
