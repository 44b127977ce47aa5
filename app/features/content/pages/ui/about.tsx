import { blocksOf } from "~/features/content/pages/document";
import type { Section as Text } from "~/lib/text-tree";
import { ButtonLink } from "~/ui/action/button-link";
import { LenticelDivider } from "~/ui/art/lenticel-divider";
import { Picture } from "~/ui/art/picture";
import { cx } from "~/ui/cx";
import { Container } from "~/ui/page/container";
import { Prose } from "~/ui/page/prose";
import { Section } from "~/ui/page/section";

/** `sizes` of the picture. Must equal the preload in the page's head. */
export const storySizes = "(min-width: 64rem) 54vw, 100vw";

/** Start of the story beside a picture of tools, the rest beside its key points. */
export function AboutStory({ story }: { story: Text }) {
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

const grounds = ["bg-honey-soft", "bg-sage-soft", "bg-glass", "bg-sunlight-soft"];

/** The four people, each with initials. */
export function AboutTeam({ team }: { team: Text }) {
  return (
    <Section heading={team.title}>
      <ul className="grid gap-x-8 gap-y-11 sm:grid-cols-2 lg:grid-cols-4">
        {team.sections.map((member, index) => {
          const [role, ...about] = blocksOf(member);
          return (
            <li
              key={member.id}
              className="print:break-inside-avoid max-sm:grid max-sm:grid-cols-[5rem_1fr] max-sm:gap-x-5"
            >
              <Initials name={member.title} ground={grounds[index % grounds.length]} />
              <div className="sm:mt-5">
                <h3 className="text-heading">{member.title}</h3>
                {role && <Prose nodes={[role]} className="text-[0.9375rem] text-moss [&_em]:not-italic" />}
                <Prose nodes={about} className="mt-3 max-w-[34rem]" />
              </div>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

function Initials({ name, ground = "" }: { name: string; ground?: string }) {
  return (
    <div
      aria-hidden
      className={cx(
        "flex flex-col justify-between overflow-hidden rounded-card text-evergreen-700 print:hidden max-sm:h-24 max-sm:p-3 sm:aspect-3/2 sm:p-6",
        ground,
      )}
    >
      <LenticelDivider className="w-2/3 shrink-0 opacity-60" />
      <span className="font-[560] font-display text-3xl tracking-tight sm:text-[3.5rem]/none">
        {name.replace(/(\p{L})\p{L}*\s*/gu, "$1")}
      </span>
    </div>
  );
}

/** The values: each a heading with its explanation. */
export function AboutValues({ values }: { values: Text }) {
  return (
    <Section ground="sage" heading={values.title}>
      <ul>
        {values.sections.map(({ id, title, nodes }) => (
          <li
            key={id}
            className="grid break-inside-avoid gap-x-16 gap-y-2 border-sage border-t py-7 last:border-b md:grid-cols-[1fr_2fr] md:py-9"
          >
            <h3 className="text-heading md:text-[1.75rem]/tight">{title}</h3>
            <Prose nodes={nodes} className="max-w-[38rem] text-ink/85 md:text-lead" />
          </li>
        ))}
      </ul>
    </Section>
  );
}
