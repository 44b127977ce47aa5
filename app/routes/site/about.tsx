import { AboutStory, AboutTeam, AboutValues, storySizes } from "~/features/content/pages/ui/about";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { localBusiness } from "~/features/content/site/structured-data";
import { ClosingCall } from "~/features/content/site/ui/closing-call";
import { fillIn, sectionsOf } from "~/lib/text-tree";
import { pictures } from "~/ui/art/pictures";
import text from "../../../content/about.md";
import type { Route } from "./+types/about";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(
    matches,
    "About Us",
    "Two crews from Pittsfield, NH, founded 2024 over a notebook on a kitchen table: our story, what we stand for, and the four people behind it.",
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

export const headers = pageHeaders;

export default function About({ matches }: Route.ComponentProps) {
  const story = sectionsOf(fillIn(text, matches[0].loaderData.company));
  const [values, team] = story.sections;
  return (
    <>
      <AboutStory story={story} />
      {values && <AboutValues values={values} />}
      {team && <AboutTeam team={team} />}
      <ClosingCall heading="Ready for a Page of Your Own?" action="Book Now">
        Choose a service, a day and a time. You see the price before you book, and nothing is added on the day
        unless you ask for it.
      </ClosingCall>
    </>
  );
}
