import type { Post } from "~/features/content/blog/article";
import { ButtonLink } from "~/ui/button-link";
import { LenticelDivider } from "~/ui/lenticel-divider";
import { PostCard } from "./post-card";

/** Two columns on medium screens, three on large ones; a way to book takes the place that five articles leave free. */
export function RecentPosts({ posts }: { posts: Post[] }) {
  return (
    <div className="-mb-6 grid gap-x-6 md:grid-cols-2 lg:grid-cols-3">
      {posts.map((post) => (
        <PostCard key={post.id} post={post} />
      ))}
      <aside
        aria-labelledby="blog-book"
        className="row-span-4 mb-6 flex flex-col justify-center rounded-card bg-sage-soft p-6 sm:p-7"
      >
        <LenticelDivider className="w-20 text-evergreen-700" />
        <h3 id="blog-book" className="mt-6 text-heading">
          Would you rather read than clean?
        </h3>
        <p className="mt-3 mb-6 text-ink/80">
          We do all of this for a living. Pick a service, a day and a time, and see the price before you book.
        </p>
        <ButtonLink href="/book" className="self-start">
          Book a Cleaning
        </ButtonLink>
      </aside>
    </div>
  );
}
