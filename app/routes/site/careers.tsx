import { data } from "react-router";
import { findJob, type Job, jobPath, summarizeJob, wordsOf } from "~/features/careers/application";
import { applyForJob } from "~/features/careers/apply.server";
import { applicationSchema } from "~/features/careers/forms";
import { ApplyDialog, ApplyScripts } from "~/features/careers/ui/apply-dialog";
import { CareersText, ClosingBanner, careersHeroSizes } from "~/features/careers/ui/hero";
import { NoOpenings, Opening } from "~/features/careers/ui/opening";
import { filledWords } from "~/features/content/pages/document";
import { pageHeaders, pageMeta, placeIn, uncachedIf } from "~/features/content/site/page-meta";
import { jobPosting, listOf } from "~/features/content/site/structured-data";
import { readOpenings } from "~/features/content/texts/openings.server";
import { readCareersWords } from "~/features/content/texts/shipped.server";
import { allowContext, requestContext } from "~/platform/context.server";
import { redirectTo } from "~/platform/request/flash.server";
import { answerPublicForm } from "~/platform/request/public-form.server";
import { formToken } from "~/platform/request/spam.server";
import { pictures } from "~/ui/art/pictures";
import { Section } from "~/ui/page/section";
import type { Route } from "./+types/careers";

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const job = loaderData?.application?.job;
  if (job) {
    const path = jobPath(job);
    return pageMeta(matches, `${job.title} in ${job.location}`, summarizeJob(job), {
      path,
      trail: [{ name: "Careers", path: "/careers" }],
      structured: ({ company, origin }) => [jobPosting({ ...job, path }, company, origin)],
    });
  }
  return pageMeta(
    matches,
    "Careers",
    `Cleaning jobs${placeIn(matches)}. What is open, what to expect of us, and how to apply.`,
    {
      structured: ({ origin }) => {
        const jobs = loaderData?.jobs ?? [];
        return jobs.length > 0 ? [listOf(jobs.map(jobPath), origin)] : [];
      },
    },
  );
};

export const links: Route.LinksFunction = () => [
  {
    rel: "preload",
    as: "image",
    type: "image/avif",
    imageSrcSet: pictures.team.files.sources.avif,
    imageSizes: careersHeroSizes,
  },
];

export const headers = pageHeaders;

const formOf = (job: { id: number }) => `application:${job.id}`;
const askedJob = (request: Request, jobs: readonly Job[]) =>
  findJob(new URL(request.url).searchParams.get("apply"), jobs);

/** `?apply=` opens the form of an opening. Signed-in visitors get it prefilled. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requestContext(context);
  const [openings, { fields, ...read }] = await Promise.all([readOpenings(ctx), readCareersWords(ctx)]);
  const { jobs } = openings;
  const stale = openings.stale || read.stale;
  const job = askedJob(request, jobs);
  if (!job) return data({ fields, jobs, application: null }, uncachedIf(stale));
  const { actor } = ctx;
  const user = actor.kind === "user" ? actor : null;
  const values = {
    name: [user?.first_name, user?.last_name].filter(Boolean).join(" "),
    email: user?.email ?? "",
    phone: user?.phone ?? "",
  };
  const form = { token: formToken(ctx, formOf(job)), values, errors: {} };
  return data({ fields, jobs, application: { job, form } }, uncachedIf(stale));
}

export async function action({ request, context }: Route.ActionArgs) {
  const { jobs } = await readOpenings(requestContext(context));
  const job = askedJob(request, jobs);
  if (!job) throw data(null, { status: 404 });
  const allow = context.get(allowContext);
  return answerPublicForm(request, context, {
    name: formOf(job),
    button: "Submit Application",
    schema: applicationSchema,
    limit: "application",
    async send(application, form_id) {
      const acknowledge = await allow("acknowledgement-everywhere", application.email);
      await applyForJob(requestContext(context), { ...application, job, form_id, acknowledge });
    },
    done: () => redirectTo(context, "/careers", { toast: { title: "Application submitted successfully!" } }),
  });
}

export default function Careers({ loaderData, actionData, matches }: Route.ComponentProps) {
  const { application, jobs, fields } = loaderData;
  const { company } = matches[0].loaderData;
  return (
    <>
      <CareersText words={wordsOf(filledWords(fields, company))} hasOpenings={jobs.length > 0}>
        <Section id="openings" heading="Current Openings" ground="sage">
          <div className="grid gap-6">
            {jobs.map((job) => (
              <Opening key={job.id} job={job} />
            ))}
            {jobs.length === 0 && <NoOpenings email={company.contact_email} />}
          </div>
        </Section>
      </CareersText>
      {jobs.length > 0 && <ClosingBanner email={company.contact_email} />}
      {application && <ApplyDialog job={application.job} form={actionData ?? application.form} />}
      <ApplyScripts />
    </>
  );
}
