import type { ReactNode } from "react";
import type { Post } from "~/features/content/blog/article";
import { Section } from "~/ui/section";
import { PostCard } from "./post-card";

/** What to read next; `children` stands below it. */
export function RelatedPosts({ posts, children }: { posts: Post[]; children: ReactNode }) {
  return (
    <Section heading="Related Posts" ground="sage" className="print:hidden">
      <div className="-mb-6 grid gap-x-6 md:grid-cols-2 lg:grid-cols-3">
        {posts.map((post) => (
          <PostCard key={post.id} post={post} className="md:max-lg:last:col-span-2" />
        ))}
      </div>
      <div className="mt-14 flex justify-center">{children}</div>
    </Section>
  );
}
