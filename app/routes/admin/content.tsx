import type { ReactNode } from "react";
import { data } from "react-router";
import type { OfficeArticle } from "~/features/content/blog/office/article";
import { readOfficeArticles } from "~/features/content/blog/office/queries.server";
import { OfficeArticles } from "~/features/content/blog/office/ui/articles";
import { readDocuments } from "~/features/content/pages/office/queries.server";
import { OfficeDocuments } from "~/features/content/pages/office/ui/documents";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { requireStaff } from "~/platform/request/gate.server";
import { Refusal } from "~/ui/page/refusal";
import type { Route } from "./+types/content";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta(matches, "Blog and site content", "Blog articles and site content."),
  { name: "robots", content: "noindex" },
];

export const headers = pageHeaders;

const NO_STORE = { "Cache-Control": "no-store" };

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const documents = readDocuments();
  try {
    const articles: OfficeArticle[] | null = await readOfficeArticles(ctx);
    return data({ articles, documents }, { headers: NO_STORE });
  } catch (err) {
    ctx.log.error({ err }, "what readers made of the articles could not be read");
    return data(
      { articles: null, documents },
      { status: 503, headers: { ...NO_STORE, "Retry-After": "30" } },
    );
  }
}

const FAILURE = { title: "Error", description: "Failed to fetch articles", destructive: true };

export default function Content({ loaderData: { articles, documents } }: Route.ComponentProps) {
  return (
    <div className="grid grid-cols-1 gap-8">
      <div>
        <h1 className="text-title">Blog and site content</h1>
        <p className="mt-2 max-w-[65ch] text-moss">
          These texts are files in the site's content/ folder. They are checked when the site is built and go
          live with the next release. Reader feedback on the articles is counted here.
        </p>
      </div>
      <Part id="articles" heading="Articles">
        {articles ? <OfficeArticles articles={articles} /> : <Refusal toast={FAILURE} inline />}
      </Part>
      <Part id="documents" heading="Documents">
        <OfficeDocuments documents={documents} />
      </Part>
    </div>
  );
}

function Part({ id, heading, children }: { id: string; heading: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-3 text-heading">
        {heading}
      </h2>
      {children}
    </section>
  );
}
