import { blocksOf } from "~/features/content/pages/blocks";
import type { Section as Text } from "~/lib/text-tree";
import { cx } from "~/ui/cx";
import { LenticelDivider } from "~/ui/lenticel-divider";
import { Prose } from "~/ui/prose";
import { Section } from "~/ui/section";

const grounds = ["bg-honey-soft", "bg-sage-soft", "bg-glass", "bg-sunlight-soft"];

/** The four of us, each with initials as on an apron. */
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
