import type { ReactNode } from "react";
import { data, Link } from "react-router";
import { readOfficeTexts } from "~/features/content/office/queries.server";
import { OfficeArticles, OfficeOpenings, OfficePages } from "~/features/content/office/ui/texts";
import { PICTURES_PAGE } from "~/features/content/pictures/picture";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { editorPath, NEW_TEXT } from "~/features/content/texts/text";
import { requireStaff } from "~/platform/request/gate.server";
import { buttonLook } from "~/ui/action/button-look";
import { cx } from "~/ui/cx";
import { Refusal } from "~/ui/page/refusal";
import type { Route } from "./+types/content";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Blog and site content", "Blog articles and site content.", { noindex: true });

export const headers = pageHeaders;

const NO_STORE = { "Cache-Control": "no-store" };

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  try {
    return data({ texts: await readOfficeTexts(ctx) }, { headers: NO_STORE });
  } catch (err) {
    ctx.log.error({ err }, "the texts of the site could not be read");
    return data({ texts: null }, { status: 503, headers: { ...NO_STORE, "Retry-After": "30" } });
  }
}

const FAILURE = { title: "Error", description: "Failed to fetch articles", destructive: true };
const newOpening = editorPath({ kind: "opening", number: NEW_TEXT });
const newArticle = editorPath({ kind: "article", number: NEW_TEXT });

export default function Content({ loaderData: { texts } }: Route.ComponentProps) {
  return (
    <div className="grid grid-cols-1 gap-8">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-title">Blog and site content</h1>
          <p className="mt-2 max-w-[65ch] text-moss">
            The words of your site. A text that you have not changed is the one that ships with it. What you
            publish is on the site at once.
          </p>
        </div>
        <span className="flex flex-wrap gap-3">
          <Link to={PICTURES_PAGE} className={buttonLook({ variant: "secondary" })}>
            Pictures
          </Link>
          <Link to={newArticle} className={buttonLook()}>
            New article
          </Link>
        </span>
      </div>
      {texts ? (
        <>
          <Part id="pages" heading="Pages">
            <OfficePages pages={texts.pages} of="Page" />
          </Part>
          <Part id="services" heading="Services">
            <p className="-mt-1 mb-4 max-w-[65ch] text-moss">
              A service whose text you publish gets a page of its own. Its short description, prices and
              features are with your{" "}
              <Link to="/admin/services" className="font-medium text-evergreen-700 underline">
                services
              </Link>
              .
            </p>
            <OfficePages pages={texts.services} of="Service" />
          </Part>
          <Part id="articles" heading="Articles">
            <OfficeArticles articles={texts.articles} />
          </Part>
          <Part id="openings" heading="Openings">
            <OfficeOpenings openings={texts.openings} />
            <Link to={newOpening} className={cx(buttonLook({ variant: "secondary" }), "mt-4")}>
              New opening
            </Link>
          </Part>
        </>
      ) : (
        <Refusal toast={FAILURE} inline />
      )}
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
