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

const careersSchema = z.object({
  headline: z.string().min(1),
  lead: z.string().min(1),
  benefits: z.array(titled).length(3),
  jobs: z.array(jobSchema).refine((jobs) => new Set(jobs.map(({ id }) => id)).size === jobs.length),
  steps: z.array(titled).length(4),
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
