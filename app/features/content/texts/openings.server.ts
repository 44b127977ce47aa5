import { careers, type Job, jobOf, sourceOf } from "~/features/careers/application";
import { illustrate } from "~/features/content/pictures/queries.server";
import { knownCompany, readCompany } from "~/features/operations/settings/queries.server";
import { treeOf } from "~/lib/markdown";
import { fillIn } from "~/lib/text-tree";
import type { Ctx } from "~/platform/context.server";
import { type PublishedText, readTouchedTexts } from "./queries.server";
import type { Source } from "./text";

/** The opening of that number that ships. Those of content/careers.json are the demo's. */
export function shippedOpening(number: number, { is_demo }: { is_demo: boolean }): Source | null {
  const job = is_demo ? careers.jobs.find(({ id }) => id === number) : undefined;
  return job ? sourceOf(job) : null;
}

const shipped = new Map<number, PublishedText>();

/** Parsed when they are first read: a company of one's own never does. */
function shippedText(job: (typeof careers.jobs)[number]): PublishedText {
  return shipped.getOrInsertComputed(job.id, () => {
    const { fields, body } = sourceOf(job);
    return { fields, text: treeOf(body) };
  });
}

/** The openings that the site shows, by their numbers. `stale`: the database did not answer; don't cache them. */
export async function readOpenings(
  ctx: Pick<Ctx, "db" | "log" | "once">,
): Promise<{ jobs: Job[]; stale: boolean }> {
  const { own, stale } = await readTouchedTexts(ctx, "opening");
  const company = stale ? knownCompany() : await readCompany(ctx);
  const touched = own ?? [];
  const ships = company.is_demo ? careers.jobs : [];
  const untouched = ships.filter(
    ({ id }) => !touched.some((one) => one.number === id && (one.own || one.hidden)),
  );
  const texts = [
    ...untouched.map((job) => ({ number: job.id, own: shippedText(job) })),
    ...touched.flatMap(({ number, own: text, hidden }) => (text && !hidden ? [{ number, own: text }] : [])),
  ];
  const sorted = texts.toSorted((a, b) => a.number - b.number);
  const drawn = stale
    ? []
    : await illustrate(
        ctx,
        sorted.map(({ own: { text } }) => text),
      );
  const jobs = sorted.map(({ number, own: { fields, text } }, place) =>
    jobOf(number, { fields, text: fillIn(drawn[place] ?? text, company) }),
  );
  return { jobs, stale };
}
