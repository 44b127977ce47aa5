import Bookmark from "lucide-react/icons/bookmark";
import type { ReactNode } from "react";
import type { ListingPage } from "~/features/content/blog/listing";
import { ButtonLink } from "~/ui/button-link";
import { Container } from "~/ui/container";
import { FeaturedPost } from "./featured-post";
import { Pagination } from "./pagination";
import { RecentPosts } from "./recent-posts";

type Props = {
  page: ListingPage;
  companyName: string;
  /** Somebody who has signed in, or has saved something on this device. */
  hasSaved: boolean;
  children: ReactNode;
};

/** The first page begins with the featured post; `children` stands at the end of each. */
export function BlogList({ page, companyName, hasSaved, children }: Props) {
  const [first, ...others] = page.posts;
  const featured = page.number === 1 ? first : undefined;
  return (
    <Container className="py-10 md:py-14 lg:py-20">
      <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-5">
        <div>
          <h1 className="text-title">{companyName} Blog</h1>
          <p className="mt-3 max-w-2xl text-balance text-lead text-moss">
            Tips, trends, and insights for cleaner, healthier spaces.
          </p>
        </div>
        {hasSaved && (
          <ButtonLink href="/blog/saved" variant="secondary">
            <Bookmark aria-hidden="true" strokeWidth={1.75} className="size-5" />
            Saved Articles
          </ButtonLink>
        )}
      </div>
      {featured && (
        <section aria-labelledby="featured" className="mt-9 md:mt-12">
          <h2 id="featured" className="mb-5 text-heading">
            Featured Post
          </h2>
          <FeaturedPost post={featured} />
        </section>
      )}
      <section aria-labelledby="recent" className="mt-12 md:mt-16">
        <h2 id="recent" className="mb-5 text-heading">
          Recent Posts
        </h2>
        <RecentPosts posts={featured ? others : page.posts} />
      </section>
      <Pagination page={page} />
      <div className="mt-14 md:mt-20 print:hidden">{children}</div>
    </Container>
  );
}
