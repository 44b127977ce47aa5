import type { ReactNode } from "react";
import { Form, Link, useNavigation } from "react-router";
import { type Demand, REQUEST_LIST } from "~/features/booking/requests/list";
import { AREA_PAGE } from "~/features/scheduling/area/forms";
import { Button } from "~/ui/action/button";
import { Badge } from "~/ui/list/badge";
import { Card } from "~/ui/page/card";

const SHOWN = 8;

/** Where the demand is: a map, and the same as a table with what to do about it. */
export function DemandByZip({ demand, map }: { demand: Demand; map: ReactNode }) {
  const { zips, drawing, is_list, is_anywhere } = demand;
  if (zips.length === 0) return is_anywhere ? <NoArea /> : null;
  const [shown, rest] = [zips.slice(0, SHOWN), zips.slice(SHOWN)];
  return (
    <>
      {is_anywhere && <NoArea />}
      <Card className="grid gap-6 p-5 sm:p-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <section aria-labelledby="by-zip" className="min-w-0">
          <h2 id="by-zip" className="mb-2 text-heading">
            By ZIP code
          </h2>
          <ZipTable zips={shown} is_list={is_list} />
          {rest.length > 0 && (
            <details className="group/more">
              <summary className="flex min-h-11 cursor-pointer items-center font-semibold text-evergreen-700 text-[0.9375rem]">
                {rest.length} more
              </summary>
              <ZipTable zips={rest} is_list={is_list} />
            </details>
          )}
        </section>
        {drawing && (
          <div className="min-w-0">
            {map}
            <p className="mt-2 text-[0.8125rem]/5 text-moss">
              {drawing.map.shade ? "Your area is shaded. " : ""}A circle’s size is the number of requests.
            </p>
          </div>
        )}
      </Card>
    </>
  );
}

function NoArea() {
  return (
    <p className="text-moss">
      You clean anywhere, so nobody is asked to send a request.{" "}
      <Link to={AREA_PAGE} className="font-semibold text-evergreen-700 underline underline-offset-4">
        Set your area
      </Link>
    </p>
  );
}

function ZipTable({ zips, is_list }: Pick<Demand, "zips" | "is_list">) {
  return (
    <table className="w-full text-[0.9375rem]/5 tabular-nums">
      <thead className="sr-only">
        <tr>
          <th scope="col">ZIP code</th>
          <th scope="col">Requests</th>
          <th scope="col">Area</th>
        </tr>
      </thead>
      <tbody>
        {zips.map(({ zip, requests, open, newest, is_inside }) => (
          <tr key={zip} className="border-line not-last:border-b">
            <th scope="row" className="py-2 pr-3 text-left font-semibold">
              <Link
                to={`${REQUEST_LIST.path}?q=${zip}`}
                className="inline-flex min-h-11 items-center text-evergreen-700 underline-offset-4 hover:underline"
              >
                {zip}
              </Link>
            </th>
            <td className="py-2 pr-3">
              {requests === 1 ? "1 request" : `${requests.toLocaleString("en-US")} requests`}
              <span className="block text-[0.8125rem]/5 text-moss">
                {open > 0 ? `${open.toLocaleString("en-US")} new, ` : ""}last on {newest}
              </span>
            </td>
            <td className="py-2 text-right">
              {is_inside ? <Badge tone="green">In your area</Badge> : is_list && <AddZip zip={zip} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Adds a ZIP code to the list that the service area is. */
export function AddZip({ zip, long = false }: { zip: string; long?: boolean }) {
  const busy = useNavigation().formData?.get("zip") === zip;
  return (
    <Form method="post" action={REQUEST_LIST.path} preventScrollReset>
      <input type="hidden" name="zip" value={zip} />
      <Button
        type="submit"
        name="intent"
        value="add-zip"
        variant="secondary"
        size="small"
        className="min-h-11 whitespace-nowrap"
        pending={busy}
        pendingLabel="Adding..."
        aria-label={long ? undefined : `Add to area: ${zip}`}
      >
        {long ? `Add ${zip} to the area` : "Add to area"}
      </Button>
    </Form>
  );
}
