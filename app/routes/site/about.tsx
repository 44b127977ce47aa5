import { AboutPage, storySizes } from "~/features/content/pages/ui/about";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { localBusiness } from "~/features/content/site/structured-data";
import { loadPageText } from "~/features/content/texts/shipped.server";
import { requestContext } from "~/platform/context.server";
import { pictures } from "~/ui/art/pictures";
import type { Route } from "./+types/about";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(
    matches,
    "About Us",
    "Who comes to clean your home or office: our story, what we stand for, and how we work.",
    { structured: ({ company, origin }) => [localBusiness(company, origin)] },
  );

export const links: Route.LinksFunction = () => [
  {
    rel: "preload",
    as: "image",
    type: "image/avif",
    imageSrcSet: pictures.supplies.files.sources.avif,
    imageSizes: storySizes,
  },
];

export function loader({ context }: Route.LoaderArgs) {
  return loadPageText(requestContext(context), "about");
}

export const headers = pageHeaders;

export default function About({ loaderData: { text }, matches }: Route.ComponentProps) {
  return <AboutPage text={text} company={matches[0].loaderData.company} />;
}
