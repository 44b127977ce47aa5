import { z } from "zod";
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

/** An opening in content/careers.json. */
export type Job = z.output<typeof jobSchema>;

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
export function summarizeJob({ type, location, description }: Job): string {
  const [first = ""] = /^.*?\.(?=\s|$)/.exec(description) ?? [];
  return `${type} in ${location}. ${first}`;
}

type Employer = { is_demo: boolean };

/** The openings of the company. Those of content/careers.json are the demo's. */
export function jobsOf({ is_demo }: Employer): readonly Job[] {
  return is_demo ? careers.jobs : [];
}

/** Finds an opening of the company by the id in the address. Null if there is none. */
export function findJob(id: string | null, company: Employer): Job | null {
  return jobsOf(company).find((job) => String(job.id) === id) ?? null;
}
