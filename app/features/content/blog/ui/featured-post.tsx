import ArrowRight from "lucide-react/icons/arrow-right";
import { useId } from "react";
import type { Post } from "~/features/content/blog/article";
import { buttonLook } from "~/ui/button-look";
import { Card } from "~/ui/card";
import { cx } from "~/ui/cx";
import { Picture } from "~/ui/picture";
import { isPicture } from "~/ui/pictures";
import { Category, PostDate } from "./post-facts";

const featuredSizes = "(min-width: 80rem) 42rem, (min-width: 64rem) 56vw, 100vw";

/** The first article, large. */
export function FeaturedPost({ post }: { post: Post }) {
  const titleId = useId();
  const picture = post.image ?? null;
  return (
    <Card
      as="article"
      aria-labelledby={titleId}
      className="group relative grid overflow-hidden transition-shadow duration-200 ease-out hover:shadow-lift lg:grid-cols-[1.3fr_1fr]"
    >
      {isPicture(picture) && (
        <div className="overflow-hidden">
          <Picture
            of={picture}
            sizes={featuredSizes}
            priority
            className="aspect-3/2 size-full object-cover transition-transform duration-250 ease-out group-hover:scale-[1.015] md:max-lg:aspect-2/1"
          />
        </div>
      )}
      <div className="flex flex-col p-6 sm:p-9 lg:p-10">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-[0.9375rem] text-moss">
          <Category of={post} />
          <p>
            <PostDate of={post} /> · {post.read_time}
          </p>
        </div>
        <h3
          id={titleId}
          className="mt-5 text-[clamp(1.625rem,1.35rem+1.2vw,2.25rem)]/[1.15] tracking-[-0.018em]"
        >
          {post.title}
        </h3>
        <p className="mt-4 text-lead text-moss">{post.excerpt}</p>
        <div className="mt-8 flex flex-wrap items-center justify-between gap-x-6 gap-y-4 lg:mt-auto lg:pt-10">
          <p className="font-semibold text-[0.9375rem]">{post.author}</p>
          <a
            href={`/blog/${post.id}`}
            className={cx(buttonLook(), "after:absolute after:inset-0 after:rounded-card")}
          >
            Read More
            <span className="sr-only">: {post.title}</span>
            <ArrowRight aria-hidden="true" strokeWidth={1.75} className="size-5" />
          </a>
        </div>
      </div>
    </Card>
  );
}
