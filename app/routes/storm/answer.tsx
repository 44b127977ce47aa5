import { data } from "react-router";
import { NO_STORE, openVisit, shownVisit, TOO_MANY_CHANGES } from "~/features/booking/manage/link.server";
import { VisitFrame, VisitRefusal, VisitShort } from "~/features/booking/manage/ui/visit-page";
import { visitPath } from "~/features/booking/manage/visit";
import { pageHeaders } from "~/features/content/site/page-meta";
import { answerStorm, readStormQuestion } from "~/features/scheduling/storm/answer.server";
import { parseChoice } from "~/features/scheduling/storm/storm-day";
import { StormAnswer } from "~/features/scheduling/storm/ui/answer";
import { formatLongDate } from "~/lib/dates";
import { allowContext } from "~/platform/context.server";
import { redirectTo } from "~/platform/request/flash.server";
import { readForm } from "~/platform/request/form.server";
import { ButtonLink } from "~/ui/action/button-link";
import { Notice } from "~/ui/page/notice";
import type { Route } from "./+types/answer";

export const handle = { hydrate: true, themed: true };

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `Choose a new time | ${matches[0]?.loaderData?.company.company_name}` },
  { name: "robots", content: "noindex" },
];

const HEADINGS = {
  storm: "A storm has changed our schedule",
  closing: "We need to move your cleaning",
} as const;
const REASONS = {
  storm: "because of the weather, our crews can’t make it out",
  closing: "we’re closed",
} as const;

/** Offers for a visit on a storm day or on a day that the office closed, for its customer or with the link in the email. Changes nothing. */
export async function loader(args: Route.LoaderArgs) {
  return data(await readPage(args), NO_STORE);
}

export const headers = pageHeaders;

async function readPage(args: Route.LoaderArgs | Route.ActionArgs) {
  const { ctx, visit, link } = await openVisit(args);
  const question = await readStormQuestion(ctx, visit);
  if (!question) throw data(null, { status: 404 });
  const { amount, text } = visit.refund;
  return {
    link,
    question,
    visit: shownVisit(visit),
    from: visit.slot,
    day: visit.date_in_words,
    refund: amount > 0 ? text : null,
    of_plan: visit.plan_id !== null,
  };
}

/** Accepts one of the offered times. */
export async function action(args: Route.ActionArgs) {
  const { ctx, link } = await openVisit(args);
  const refuse = async (status: 400 | 409 | 429, message: string) =>
    data({ page: await readPage(args), message }, { status, ...NO_STORE });
  if (!(await args.context.get(allowContext)("visit-change", link.id))) return refuse(429, TOO_MANY_CHANGES);
  const { choice = "", from_date = "", from_time = "" } = (await readForm(args.request)) ?? {};
  const { date, time } = parseChoice(choice);
  const from = { date: from_date, time: from_time };
  const outcome = await answerStorm(ctx, { id: link.id, date, time, from });
  if (outcome.ok) {
    const toast = { title: "New time booked", description: `${formatLongDate(date)}, ${time}` };
    return redirectTo(args.context, visitPath(link), { toast });
  }
  if (outcome.reason === "not found") throw data(null, { status: 404 });
  return refuse(outcome.reason === "invalid" ? 400 : 409, outcome.message);
}

export default function Answer({ loaderData, actionData, matches }: Route.ComponentProps) {
  const { link, question, visit, day, ...shown } = actionData?.page ?? loaderData;
  const { phone } = matches[0].loaderData.company;
  return (
    <VisitFrame
      narrow
      back={{ to: visitPath(link), label: "Back to your cleaning" }}
      heading={question.open ? HEADINGS[question.kind] : "Thank you"}
      lead={question.open ? `We’re sorry: ${REASONS[question.kind]} on ${day}.` : null}
    >
      {actionData && <VisitRefusal title="Nothing was changed" message={actionData.message} />}
      <div className="mt-6">
        <VisitShort visit={visit} />
      </div>
      {question.open ? (
        <StormAnswer
          {...shown}
          {...question}
          phone={phone}
          action={visitPath(link, "storm")}
          chooseHref={visitPath(link, "reschedule")}
          skipHref={visitPath(link, "cancel")}
        />
      ) : (
        <Notice
          className="mt-6"
          tone="success"
          title="You’re all set"
          action={
            <ButtonLink href={visitPath(link)} size="small">
              See your cleaning
            </ButtonLink>
          }
        >
          There’s nothing you need to do.
        </Notice>
      )}
    </VisitFrame>
  );
}
