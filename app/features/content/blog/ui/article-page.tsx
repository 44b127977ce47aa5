import type { ReactNode } from "react";
import type { Article } from "~/features/content/blog/article";
import { fillIn, type NamedCompany } from "~/lib/text-tree";
import { Container } from "~/ui/container";
import { Picture } from "~/ui/picture";
import { isPicture } from "~/ui/pictures";
import { ArticleText } from "./article-text";
import { BackToBlog } from "./back-to-blog";
import { Contents } from "./contents";
import { HelpfulForm } from "./helpful-form";
import { Category, PostDate } from "./post-facts";
import { ReadingProgress } from "./reading-progress";
import { SaveForm } from "./save-form";
import { ArticleScript, ShareButton } from "./share-button";

export type Reading = {
  article: Article;
  /** The article's whole address. */
  url: string;
  votes: { count: number; voted: boolean } | null;
  saved: boolean;
};

/** One article, and what a reader can do with it; `children` stands below its last line. */
export function ArticlePage({
  company,
  children,
  ...reading
}: Reading & { company: NamedCompany; children: ReactNode }) {
  const { article, url, votes, saved } = reading;
  const text = fillIn(article.text, company);
  const picture = article.image ?? null;
  return (
    <article aria-labelledby="article-title">
      <div className="reading-timeline">
        <ReadingProgress />
        <Container className="pt-5 md:pt-8">
          <ArticleHeader {...reading} />
          {isPicture(picture) && (
            <Picture
              of={picture}
              sizes="(min-width: 64rem) 60rem, 94vw"
              priority
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
            <HelpfulForm article={article.id} votes={votes} />
            <div className="flex gap-1 max-sm:-ml-5 sm:-mr-5">
              <ShareButton post={article} url={url} variant="ghost" />
              <SaveForm article={article.id} saved={saved} place="end" variant="ghost" />
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
          <SaveForm article={article.id} saved={saved} place="top" variant="ghost" />
        </div>
      </div>
    </header>
  );
}
