import type { ReactNode } from "react";
import { type Article, articlePath, type Post } from "~/features/content/blog/article";
import { fillIn, type NamedCompany, sectionsOf, type TextTree } from "~/lib/text-tree";
import { LenticelDivider } from "~/ui/art/lenticel-divider";
import { Picture } from "~/ui/art/picture";
import { Container } from "~/ui/page/container";
import { Section } from "~/ui/page/section";
import { ArticleText } from "./article-text";
import { BackToBlog } from "./back-to-blog";
import { Category, PostCard, PostDate } from "./blog-list";
import { Cover, hasCover } from "./cover";
import { HelpfulForm } from "./helpful-form";
import { SaveForm } from "./save-form";
import { ArticleScript, ShareButton } from "./share-button";

export type Reading = {
  article: Article;
  /** Absolute address of the article. */
  url: string;
  votes: { count: number; voted: boolean } | null;
  saved: boolean;
};

/** An article with its actions. `children` follows the text. */
export function ArticlePage({
  company,
  children,
  ...reading
}: Reading & { company: NamedCompany; children: ReactNode }) {
  const { article, url, votes, saved } = reading;
  const text = fillIn(article.text, company);
  return (
    <article aria-labelledby="article-title">
      <div className="reading-timeline">
        <ReadingProgress />
        <Container className="pt-5 md:pt-8">
          <ArticleHeader {...reading} />
          {hasCover(article) && (
            <Cover
              of={article}
              sizes="(min-width: 64rem) 60rem, 94vw"
              className="mx-auto mt-8 aspect-3/2 max-h-[500px] w-full max-w-[60rem] rounded-card object-cover md:mt-10"
            />
          )}
          <div className="mt-9 grid justify-center gap-x-12 md:mt-12 xl:grid-cols-[1fr_minmax(0,39rem)_1fr]">
            <Contents
              text={article.text}
              className="sticky top-28 max-w-56 self-start justify-self-end max-xl:hidden print:hidden"
            />
            <div className="min-w-0 max-w-[39rem]">
              <ArticleText text={text} />
            </div>
          </div>
        </Container>
      </div>
      <Container className="pb-14 md:pb-20 print:hidden">
        <div className="mx-auto max-w-[39rem]">
          <div
            id="end"
            className="mt-12 mb-10 flex scroll-mt-28 flex-wrap items-center justify-between gap-x-4 gap-y-2.5 border-line border-y py-5"
          >
            <HelpfulForm page={articlePath(article)} votes={votes} />
            <div className="flex gap-1 max-sm:-ml-5 sm:-mr-5">
              <ShareButton post={article} url={url} variant="ghost" />
              <SaveForm page={articlePath(article)} saved={saved} place="end" variant="ghost" />
            </div>
          </div>
          {children}
        </div>
      </Container>
      <ArticleScript />
    </article>
  );
}

function ArticleHeader({ article, url, saved }: Reading) {
  return (
    <header className="mx-auto max-w-[39rem]">
      <BackToBlog variant="ghost" className="-ml-5 print:hidden" />
      <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2 text-[0.9375rem] text-moss md:mt-9">
        <Category of={article} />
        <p>
          <PostDate of={article} /> · {article.read_time}
        </p>
      </div>
      <h1
        id="article-title"
        className="mt-4 text-[clamp(2rem,1.5rem+2.2vw,3.125rem)]/[1.1] tracking-[-0.022em]"
      >
        {article.title}
      </h1>
      <div className="mt-5 flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <p className="font-semibold">{article.author}</p>
        <div className="flex gap-1 max-sm:-ml-5 sm:-mr-5">
          <ShareButton post={article} url={url} variant="ghost" />
          <SaveForm page={articlePath(article)} saved={saved} place="top" variant="ghost" />
        </div>
      </div>
    </header>
  );
}

/** Table of contents, beside the article on wide screens. */
function Contents({ text, className }: { text: TextTree; className?: string }) {
  return (
    <nav aria-labelledby="contents" className={className}>
      <h2 id="contents" className="font-sans font-semibold text-[0.9375rem]">
        In this article
      </h2>
      <ul className="mt-3 border-line border-l">
        {sectionsOf(text).sections.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="-ml-px block border-transparent border-l-2 py-1.5 pl-4 text-[0.9375rem]/5 text-moss transition-colors duration-150 hover:border-evergreen-700 hover:text-ink"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Reading progress below the header. Driven by CSS scrolling; needs an ancestor `reading-timeline`. */
function ReadingProgress() {
  return (
    <div
      aria-hidden="true"
      className="reading-progress fixed inset-x-0 top-16 z-40 py-px motion-reduce:hidden lg:top-18 print:hidden"
    >
      <LenticelDivider className="w-full text-evergreen-500" />
    </div>
  );
}

/** Related articles, then `children`. */
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

/** Scene beside 'Blog Post Not Found'. */
export function NoSuchPost() {
  return (
    <Picture
      of="home-tips"
      sizes="(min-width: 80rem) 38rem, (min-width: 48rem) 50vw, 100vw"
      priority
      className="aspect-4/3 w-full rounded-card object-cover"
    />
  );
}
