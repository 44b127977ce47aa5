import ArrowRight from "lucide-react/icons/arrow-right";
import Bookmark from "lucide-react/icons/bookmark";
import { type ReactNode, useId } from "react";
import { articlePath, type ListingPage, type Post } from "~/features/content/blog/article";
import { ButtonLink } from "~/ui/action/button-link";
import { buttonLook } from "~/ui/action/button-look";
import { LenticelDivider } from "~/ui/art/lenticel-divider";
import { cx } from "~/ui/cx";
import { Badge } from "~/ui/list/badge";
import { Card } from "~/ui/page/card";
import { Container } from "~/ui/page/container";
import { Cover, hasCover } from "./cover";
import { Pagination } from "./pagination";

type Props = {
  page: ListingPage;
  companyName: string;
  /** Whether the reader is signed in or has saved articles on this device. */
  hasSaved: boolean;
  children: ReactNode;
};

/** A page of the list. The first page starts with the featured article; `children` ends each page. */
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

type PostCardProps = { post: Post; aside?: ReactNode; className?: string };

/** Card of an article. In a grid its parts align with its neighbors' (subgrid). `aside` stands beside the category. */
export function PostCard({ post, aside, className }: PostCardProps) {
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
          href={articlePath(post)}
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

const featuredSizes = "(min-width: 80rem) 42rem, (min-width: 64rem) 56vw, 100vw";

function FeaturedPost({ post }: { post: Post }) {
  const titleId = useId();
  return (
    <Card
      as="article"
      aria-labelledby={titleId}
      className="group relative grid overflow-hidden transition-shadow duration-200 ease-out hover:shadow-lift lg:grid-cols-[1.3fr_1fr]"
    >
      {hasCover(post) && (
        <div className="overflow-hidden">
          <Cover
            of={post}
            sizes={featuredSizes}
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
            href={articlePath(post)}
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

const tones: Record<string, "neutral" | "green" | "glass" | "amber"> = {
  Residential: "green",
  Commercial: "glass",
  Seasonal: "amber",
};

export function Category({ of: { category } }: { of: Post }) {
  return <Badge tone={tones[category] ?? "neutral"}>{category}</Badge>;
}

export function PostDate({ of: { date, published } }: { of: Post }) {
  return <time dateTime={published}>{date}</time>;
}

/** Two columns on medium screens, three on large ones. A link to booking fills the sixth cell after five articles. */
function RecentPosts({ posts }: { posts: Post[] }) {
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
