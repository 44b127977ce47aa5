import ArrowRight from "lucide-react/icons/arrow-right";
import { type ReactNode, useId } from "react";
import type { Post } from "~/features/content/blog/article";
import { Card } from "~/ui/card";
import { cx } from "~/ui/cx";
import { Category, PostDate } from "./post-facts";

type Props = { post: Post; aside?: ReactNode; className?: string };

/**
 * One article in a list. In a grid its parts line up with those of its neighbours (subgrid). `aside` is what can be done
 * with it, beside its category.
 */
export function PostCard({ post, aside, className }: Props) {
  const titleId = useId();
  return (
    <Card
      as="article"
      aria-labelledby={titleId}
      className={cx(
        "group relative row-span-4 mb-6 grid grid-rows-subgrid gap-y-0 p-6 sm:p-7",
        "transition-shadow duration-200 ease-out hover:shadow-lift",
        className,
      )}
    >
      <div className="flex items-start justify-between gap-4">
        <Category of={post} />
        {aside}
      </div>
      <h3 id={titleId} className="mt-4 text-heading">
        {post.title}
      </h3>
      <p className="mt-3 text-moss">{post.excerpt}</p>
      <div className="mt-6 flex items-end justify-between gap-4 self-end border-line border-t pt-5">
        <p className="text-[0.9375rem]/6 text-moss">
          <span className="block font-semibold text-ink">{post.author}</span>
          <PostDate of={post} />
        </p>
        <a
          href={`/blog/${post.id}`}
          className="inline-flex min-h-11 items-center gap-1.5 font-semibold text-evergreen-700 after:absolute after:inset-0 after:rounded-card"
        >
          Read
          <span className="sr-only">: {post.title}</span>
          <ArrowRight
            aria-hidden="true"
            strokeWidth={1.75}
            className="size-4.5 transition-transform duration-200 ease-out group-hover:translate-x-0.5"
          />
        </a>
      </div>
    </Card>
  );
}
