import { z } from "zod";
import { plainText, type TextNode, type TextTree } from "~/lib/text-tree";
import content from "../../../content/careers.json";

/** Splits a full name at the first space. Staff sort by the parts. */
export function splitName(name: string): { first_name: string; last_name: string } {
  const [first_name = "", ...rest] = name.split(" ");
  return { first_name, last_name: rest.join(" ") };
}

/** Link to a résumé. Null unless the text is a web address; other text is never shown as a link. */
export function resumeLink(resume: string | null): string | null {
  const url = resume && URL.canParse(resume) ? new URL(resume) : null;
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}

const titled = z.object({ title: z.string().min(1), text: z.string().min(1) });

const jobSchema = z.object({
  id: z.int().positive(),
  title: z.string().min(1),
  /** For example "Portsmouth, NH". */
  location: z.string().regex(/^[^,]+, [A-Z]{2}$/),
  type: z.enum(["Full-time", "Part-time"]),
  /** Day on which it opened. */
  posted: z.iso.date(),
  description: z.string().min(1),
  requirements: z.array(z.string().min(1)).min(1),
});

/** How many the page has room for. */
export const BENEFITS = 3;
export const STEPS = 4;

const careersSchema = z.object({
  headline: z.string().min(1),
  lead: z.string().min(1),
  benefits: z.array(titled).length(BENEFITS),
  jobs: z.array(jobSchema).refine((jobs) => new Set(jobs.map(({ id }) => id)).size === jobs.length),
  steps: z.array(titled).length(STEPS),
});

/** An opening of content/careers.json, the demo's. */
type ShippedJob = z.output<typeof jobSchema>;

/**
 * An opening. `description` is the plain text of `about`, `requirements` are the items of its last list, `posted` is
 * yyyy-MM-dd, and `pay` as it was entered.
 */
export type Job = Pick<
  ShippedJob,
  "id" | "title" | "location" | "posted" | "description" | "requirements"
> & {
  type: string;
  pay: string | null;
  about: TextNode[];
};

/** Texts of the careers page. */
export const careers = careersSchema.parse(content);

type Titled = z.output<typeof titled>;

/** What the careers page says besides its openings. */
export type CareersWords = { headline: string; lead: string; benefits: Titled[]; steps: Titled[] };

/** The words that ship as the fields of a text: "benefit_1" is the title of the first, "benefit_1_text" what it says. */
export function shippedWords(): Record<string, string> {
  const { headline, lead, benefits, steps } = careers;
  const fieldsOf = (name: string, all: readonly Titled[]) =>
    all.flatMap(({ title, text }, at) => [
      [`${name}_${at + 1}`, title],
      [`${name}_${at + 1}_text`, text],
    ]);
  return {
    headline,
    lead,
    ...Object.fromEntries([...fieldsOf("benefit", benefits), ...fieldsOf("step", steps)]),
  };
}

/** The words of the page out of such fields, without what is empty. */
export function wordsOf(fields: Record<string, string>): CareersWords {
  const titledIn = (name: string, count: number) =>
    Array.from({ length: count }, (_, at) => ({
      title: fields[`${name}_${at + 1}`] ?? "",
      text: fields[`${name}_${at + 1}_text`] ?? "",
    })).filter(({ title }) => title !== "");
  const { headline = "", lead = "" } = fields;
  return { headline, lead, benefits: titledIn("benefit", BENEFITS), steps: titledIn("step", STEPS) };
}

/** Path of an opening: the careers page with its form open. */
export function jobPath({ id }: Pick<Job, "id">): string {
  return `/careers?apply=${id}`;
}

/** Where somebody writes to who found no opening. */
export function jobInquiry(email: string): string {
  return `mailto:${email}?subject=Job%20Inquiry`;
}

/** An opening in two sentences, for search results. */
export function summarizeJob({
  type,
  location,
  description,
}: Pick<Job, "type" | "location" | "description">): string {
  const [first = ""] = /^.*?\.(?=\s|$)/.exec(description) ?? [];
  return `${type} in ${location}. ${first}`;
}

/** The opening that a text makes. */
export function jobOf(id: number, { fields, text }: { fields: Record<string, string>; text: TextTree }): Job {
  const { title = "", location = "", type = "", pay = "", posted = "" } = fields;
  const blocks = text.children.filter((node) => node.type === "element");
  const list = blocks.findLast(({ tagName }) => tagName === "ul");
  const about = blocks.filter((block) => block !== list);
  const items = list?.children.filter((node) => node.type === "element") ?? [];
  return {
    ...{ id, title, location, type, posted, about },
    pay: pay || null,
    description: about.map((block) => plainText([block])).join(" "),
    requirements: items.map((item) => plainText([item])),
  };
}

/** An opening that ships as the office would have typed it. */
export function sourceOf({ title, location, type, posted, description, requirements }: ShippedJob) {
  const body = [description, requirements.map((one) => `- ${one}`).join("\n")].join("\n\n");
  return { fields: { title, location, type, pay: "", posted }, body };
}

/** Finds an opening by the id in the address. Null if there is none. */
export function findJob(id: string | null, jobs: readonly Job[]): Job | null {
  return jobs.find((job) => String(job.id) === id) ?? null;
}
