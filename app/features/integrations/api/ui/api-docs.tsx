import type { OpenApiDocument } from "~/features/integrations/api/openapi";
import { Notice } from "~/ui/page/notice";
import { anchorOf, CodeSample, OperationDocs } from "./operation-docs";

type Props = { document: OpenApiDocument; tag: string; company: { name: string; email: string } };

/** API documentation for people, from the OpenAPI document, and how to get a key. */
export function ApiDocs({ document, tag, company }: Props) {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const origin = document.servers[0]?.url ?? "";
  return (
    <div className="gap-14 lg:grid lg:grid-cols-[13rem_minmax(0,1fr)]">
      <nav aria-label="On this page" className="mb-10 lg:sticky lg:top-24 lg:mb-0 lg:self-start">
        <ul className="flex flex-wrap gap-x-5 lg:grid">
          {[
            ["#start", "Start"],
            ["#keys", "Keys and limits"],
            ["#errors", "Errors"],
            ...operations.map((one) => [`#${anchorOf(one)}`, one.operation.summary] as const),
            ["#widget", "Booking widget"],
          ].map(([href, label]) => (
            <li key={href}>
              <a
                href={href}
                className="inline-flex min-h-11 items-center text-[0.9375rem] text-moss underline-offset-4 hover:text-ink hover:underline lg:min-h-9"
              >
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="grid min-w-0 grid-cols-1 gap-14">
        <section id="start" className="scroll-mt-24">
          <h2 className="text-heading">Start</h2>
          <p className="mt-3 max-w-[62ch] text-moss">{document.info.description}</p>
          <p className="mt-3 max-w-[62ch] text-moss">
            Programs can read{" "}
            <a href="/api/openapi.json" className={linkLook}>
              the OpenAPI 3.1 document
            </a>
            .
          </p>
          <CodeSample label="List the services" code={`curl "${origin}/api/services"`} className="mt-5" />
        </section>
        <section id="keys" className="scroll-mt-24">
          <h2 className="text-heading">Keys and limits</h2>
          <p className="mt-3 max-w-[62ch] text-moss">
            Everything works without a key, within a visitor's limits. A partner's key raises the limits,
            tells our office which partner a booking came through, and gives access to the status of the
            partner's own bookings.
            {company.email && (
              <>
                {" "}
                Ask for one at{" "}
                <a href={`mailto:${company.email}`} className={linkLook}>
                  {company.email}
                </a>
                . If anyone else may know your key, ask for a new one: the old one stops working at once.
              </>
            )}
          </p>
          <CodeSample
            label="With a key"
            code={`curl -H "Authorization: Bearer wbc_…" "${origin}/api/services"`}
            className="mt-5"
          />
          <dl className="mt-5 grid max-w-[62ch] gap-2">
            <Limit what="Reading, without a key">240 requests per minute from one address</Limit>
            <Limit what="Booking, without a key">20 requests per minute from one address</Limit>
            <Limit what="Reading, with a key">1,200 requests per minute</Limit>
            <Limit what="Booking, with a key">120 requests per minute</Limit>
          </dl>
          <Notice className="mt-5 max-w-[62ch]">
            Use your key on a server only. From a page of another site, a browser can't send it: it can only
            read what needs no key and changes nothing.
          </Notice>
        </section>
        <section id="errors" className="scroll-mt-24">
          <h2 className="text-heading">Errors</h2>
          <p className="mt-3 max-w-[62ch] text-moss">
            The HTTP status tells the kind of problem. The body explains it in words and names the field.
          </p>
          <CodeSample
            label="400"
            code={JSON.stringify(
              {
                error: {
                  message: "Street is required.",
                  field: "bookingDetails.address.street",
                  fields: [{ field: "bookingDetails.address.street", message: "Street is required." }],
                },
              },
              null,
              2,
            )}
            className="mt-5"
          />
        </section>
        {operations.map((one) => (
          <OperationDocs
            key={one.operation.operationId}
            {...one}
            origin={origin}
            schemas={document.components.schemas}
          />
        ))}
        <section id="widget" className="scroll-mt-24">
          <h2 className="text-heading">Booking widget</h2>
          <p className="mt-3 max-w-[62ch] text-moss">
            One line puts the whole booking form on your page. The form adjusts its height, sets no cookies
            there, and opens the checkout in the full window.{" "}
            <a href="/widget/demo" className={linkLook}>
              See a demo
            </a>
            .
          </p>
          <CodeSample label="Where you want the form" code={tag} className="mt-5" />
          <dl className="mt-5 grid max-w-[62ch] gap-2">
            <Limit what="data-partner">
              Your id, so that bookings count as yours. Ask us for your own tag.
            </Limit>
            <Limit what="data-service">The id of the service to preselect.</Limit>
            <Limit what="data-type">residential or commercial</Limit>
          </dl>
        </section>
      </div>
    </div>
  );
}

function Limit({ what, children }: { what: string; children: string }) {
  return (
    <div className="grid gap-x-6 border-line border-b pb-2 sm:grid-cols-[14rem_minmax(0,1fr)]">
      <dt className="font-semibold">{what}</dt>
      <dd className="text-moss tabular-nums">{children}</dd>
    </div>
  );
}

const linkLook = "font-medium text-evergreen-700 underline underline-offset-4 hover:text-evergreen-900";
