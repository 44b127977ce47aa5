import { blocksOf } from "~/features/content/pages/blocks";
import type { Section } from "~/lib/text-tree";
import { ButtonLink } from "~/ui/button-link";
import { Container } from "~/ui/container";
import { LenticelDivider } from "~/ui/lenticel-divider";
import { Picture } from "~/ui/picture";
import { Prose } from "~/ui/prose";

/** How wide the scene is shown; the preload in the page's head must say the same. */
export const storySizes = "(min-width: 64rem) 54vw, 100vw";

/** The beginning of the story beside the tools of the trade, the rest of it beside what to remember of it. */
export function AboutStory({ story }: { story: Section }) {
  const [opening, ...rest] = blocksOf(story);
  return (
    <section aria-labelledby="story-heading">
      <div className="relative">
        <Container className="pt-10 sm:pt-14 lg:flex lg:min-h-[38rem] lg:items-center lg:py-16">
          <div className="max-w-[36rem] lg:ml-auto lg:w-[43%] lg:max-w-none lg:pl-4">
            <p className="font-semibold text-evergreen-600">Founded 2024 in Pittsfield, New Hampshire</p>
            <h1 id="story-heading" className="mt-3 text-hero">
              {story.title}
            </h1>
            {opening && <Prose nodes={[opening]} className="mt-5 text-ink/80 text-lead lg:mt-6" />}
            <ButtonLink href="/book" size="large" className="mt-7 lg:mt-8 print:hidden">
              Book Now
            </ButtonLink>
          </div>
        </Container>
        <div className="mt-10 aspect-4/3 overflow-hidden sm:mx-8 sm:aspect-16/9 sm:rounded-card lg:absolute lg:inset-y-0 lg:left-0 lg:mx-0 lg:mt-0 lg:aspect-auto lg:w-[54%] lg:rounded-l-none">
          <Picture
            of="supplies"
            sizes={storySizes}
            priority
            className="size-full object-[22%_60%] object-cover sm:object-[50%_80%] lg:object-[26%_60%]"
          />
        </div>
      </div>
      <Container className="grid gap-x-16 gap-y-10 py-14 md:py-20 lg:grid-cols-[1fr_2fr] lg:py-24 print:block print:py-6">
        <Facts />
        <Prose
          nodes={rest}
          className="max-w-[38rem] space-y-6 text-lead print:max-w-none print:space-y-3 print:text-base"
        />
      </Container>
    </section>
  );
}

const facts = [
  { term: "Founded", fact: "2024", more: "at a kitchen table" },
  { term: "Crews", fact: "Two", more: "Birch and Maple" },
  { term: "Notebook", fact: "Still kept", more: "the cat included" },
];

function Facts() {
  return (
    <div className="self-start print:hidden lg:sticky lg:top-30 lg:max-w-64">
      <LenticelDivider className="mb-5 w-full text-evergreen-700/50 lg:hidden" />
      <dl className="grid grid-cols-3 gap-x-4 lg:grid-cols-1 lg:gap-y-6">
        {facts.map(({ term, fact, more }) => (
          <div key={term}>
            <LenticelDivider className="mb-4 w-full text-evergreen-700/50 max-lg:hidden" />
            <dt className="text-[0.9375rem] text-moss">{term}</dt>
            <dd>
              <span className="block font-[560] font-display text-heading">{fact}</span>
              <span className="block text-balance text-[0.9375rem]/snug text-moss">{more}</span>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
