import { Form, Link, useNavigation } from "react-router";
import { formatAnswers, STORM_PAGE, type StormDay } from "~/features/scheduling/storm/days";
import { formatTowns } from "~/features/scheduling/storm/towns";
import { formatLongDate } from "~/lib/dates";
import { Button } from "~/ui/button";
import { buttonLook } from "~/ui/button-look";
import { Disclosure } from "~/ui/disclosure";
import { ClosedBadge } from "./days";

/** Which storm day it is, how it stands, and what can be done about all of it. */
export function StormHead({ day, formId }: { day: StormDay; formId: string }) {
  const intent = useNavigation().formData?.get("intent");
  const reachable = day.offers.some(({ status, email }) => status === "open" && email);
  const query = new URLSearchParams([["date", day.date], ...day.towns.map((town) => ["town", town])]);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <h1 className="text-title">Storm on {formatLongDate(day.date)}</h1>
        <ClosedBadge closed={day.closed} />
      </div>
      <p className="mt-2 text-moss wrap-anywhere">
        {formatTowns(day.towns)}. {formatAnswers(day)}.
      </p>
      <div className="mt-4 flex flex-wrap items-start gap-3">
        {day.unasked > 0 && (
          <Link to={`${STORM_PAGE}/new?${query}`} className={buttonLook({ size: "small" })}>
            {day.unasked === 1
              ? "1 visit hasn't been asked about yet"
              : `${day.unasked} visits haven't been asked about yet`}
          </Link>
        )}
        {reachable && (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="form_id" value={formId} />
            <Button
              type="submit"
              name="intent"
              value="resend"
              variant="secondary"
              size="small"
              pending={intent === "resend"}
            >
              Remind customers who haven't responded
            </Button>
          </Form>
        )}
        {day.closed && day.date >= day.today && (
          <Disclosure title="Storm called off">
            <p className="max-w-md">
              Opens the day for booking again.{" "}
              {day.open > 0 &&
                "Customers who haven't responded keep their visits and get an email. Visits already moved or skipped stay that way."}
            </p>
            <Form method="post" preventScrollReset className="mt-3">
              <Button
                type="submit"
                name="intent"
                value="open"
                variant="secondary"
                size="small"
                pending={intent === "open"}
              >
                Reopen the day
              </Button>
            </Form>
          </Disclosure>
        )}
      </div>
    </>
  );
}
