import { blocksOf, filled, type TextCompany } from "~/features/content/pages/document";
import { ClosingCall } from "~/features/content/site/ui/closing-call";
import { sectionsOf, type Section as Text, type TextTree, wholeNodes } from "~/lib/text-tree";
import { ButtonLink } from "~/ui/action/button-link";
import { LenticelDivider } from "~/ui/art/lenticel-divider";
import { Picture } from "~/ui/art/picture";
import { cx } from "~/ui/cx";
import { Container } from "~/ui/page/container";
import { Prose } from "~/ui/page/prose";
import { Section } from "~/ui/page/section";

/** `sizes` of the picture. Must equal the preload in the page's head. */
export const storySizes = "(min-width: 64rem) 54vw, 100vw";

type Props = { text: TextTree; company: TextCompany & { company_description: string } };

/** The story; the values, which are its first section; the people, if there is a second; and what else there is. */
export function AboutPage({ text, company }: Props) {
  const story = sectionsOf(filled(text, company));
  const [values, team, ...others] = story.sections;
  return (
    <>
      <AboutStory story={story} summary={company.company_description} />
      {values && <AboutValues values={values} />}
      {team && <AboutTeam team={team} />}
      {others.map((other) => (
        <Section key={other.id} heading={other.title}>
          <Prose nodes={wholeNodes(other)} className="max-w-[38rem]" />
        </Section>
      ))}
      <ClosingCall heading="Ready for a Sparkling Clean Home?" action="Book Now">
        Choose a service, a day and a time. You see the price before you book, and nothing is added on the day
        unless you ask for it.
      </ClosingCall>
    </>
  );
}

/** Start of the story beside a picture of tools, the rest beside its key points. */
function AboutStory({ story, summary }: { story: Text; summary: string }) {
  const [opening, ...rest] = blocksOf(story);
  return (
    <section aria-labelledby="story-heading">
      <div className="relative">
        <Container className="pt-10 sm:pt-14 lg:flex lg:min-h-[38rem] lg:items-center lg:py-16">
          <div className="max-w-[36rem] lg:ml-auto lg:w-[43%] lg:max-w-none lg:pl-4">
            <h1 id="story-heading" className="text-hero">
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
        <Summary>{summary}</Summary>
        <Prose
          nodes={rest}
          className="max-w-[38rem] space-y-6 text-lead print:max-w-none print:space-y-3 print:text-base"
        />
      </Container>
    </section>
  );
}

/** What the company says of itself in one sentence, as in the footer. */
function Summary({ children }: { children: string }) {
  return (
    <div className="self-start print:hidden lg:sticky lg:top-30 lg:max-w-64">
      <LenticelDivider className="mb-4 w-full text-evergreen-700/50" />
      <p className="wrap-anywhere text-balance font-[560] font-display text-heading">{children}</p>
    </div>
  );
}

const grounds = ["bg-honey-soft", "bg-sage-soft", "bg-glass", "bg-sunlight-soft"];

/** The people, each with initials. */
function AboutTeam({ team }: { team: Text }) {
  return (
    <Section heading={team.title}>
      <Introduction of={team} />
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
                <Prose nodes={wholeNodes({ ...member, nodes: about }, 4)} className="mt-3 max-w-[34rem]" />
              </div>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

/** What stands between the heading of a part and its first item. */
function Introduction({ of }: { of: Text }) {
  const blocks = blocksOf(of);
  return blocks.length > 0 && <Prose nodes={blocks} className="mb-8 max-w-[38rem]" />;
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
function AboutValues({ values }: { values: Text }) {
  return (
    <Section ground="sage" heading={values.title}>
      <Introduction of={values} />
      <ul>
        {values.sections.map(({ id, title, ...text }) => (
          <li
            key={id}
            className="grid break-inside-avoid gap-x-16 gap-y-2 border-sage border-t py-7 last:border-b md:grid-cols-[1fr_2fr] md:py-9"
          >
            <h3 className="text-heading md:text-[1.75rem]/tight">{title}</h3>
            <Prose nodes={wholeNodes(text, 4)} className="max-w-[38rem] text-ink/85 md:text-lead" />
          </li>
        ))}
      </ul>
    </Section>
  );
}
