import { type FieldRow, fieldsOf } from "~/features/integrations/api/fields";
import type { DocumentedOperation } from "~/features/integrations/api/openapi";
import type { JsonSchema } from "~/features/integrations/api/operations";
import { cx } from "~/ui/cx";
import { Badge } from "~/ui/list/badge";

type Props = { path: string; method: string; operation: DocumentedOperation };

export function anchorOf({ operation }: Pick<Props, "operation">): string {
  return operation.operationId;
}

/** One operation: parameters, responses and errors. */
export function OperationDocs({
  path,
  method,
  operation,
  origin,
  schemas,
}: Props & { origin: string; schemas: Record<string, JsonSchema> }) {
  const { summary, description, parameters, requestBody, responses } = operation;
  const named = (schema: JsonSchema) => schemas[String(schema.$ref).split("/").at(-1) ?? ""] ?? schema;
  const body = requestBody?.content["application/json"];
  const ok = responses[200]?.content["application/json"];
  return (
    <section
      id={anchorOf({ operation })}
      className="grid min-w-0 grid-cols-1 scroll-mt-24 gap-6 border-line border-t pt-12"
    >
      <div>
        <h2 className="text-heading">{summary}</h2>
        <p className="mt-3 flex flex-wrap items-center gap-3">
          <Badge tone={method === "post" ? "amber" : "green"}>{method.toUpperCase()}</Badge>
          <code className="wrap-anywhere font-mono text-[0.9375rem]">{path}</code>
        </p>
        <p className="mt-3 max-w-[62ch] text-moss">{description}</p>
      </div>
      {parameters.length > 0 && (
        <FieldTable
          title="Parameters"
          rows={parameters.map(
            ({ name, schema, required, description = "", in: where }): FieldRow => ({
              ...(fieldsOf({ properties: { [name]: schema } })[0] as FieldRow),
              name: where === "header" ? `${name} (header)` : name,
              required,
              description,
            }),
          )}
        />
      )}
      {body && (
        <>
          <FieldTable title="Body" rows={fieldsOf(named(body.schema))} />
          <CodeSample
            label="For example"
            code={`curl "${origin}${path}" \\\n  -H "Content-Type: application/json" \\\n  -H "Idempotency-Key: order-A-1042" \\\n  -d '${JSON.stringify(body.example, null, 2)}'`}
          />
        </>
      )}
      {ok && (
        <>
          <FieldTable title="Answer" rows={fieldsOf(named(ok.schema))} />
          <CodeSample label="An answer" code={JSON.stringify(ok.example, null, 2)} />
        </>
      )}
      <div>
        <h3 className="font-sans font-semibold">What can be wrong</h3>
        <dl className="mt-3 grid gap-1.5">
          {Object.entries(responses)
            .filter(([status]) => status !== "200")
            .map(([status, { description: reason }]) => (
              <div key={status} className="grid grid-cols-[3rem_minmax(0,1fr)]">
                <dt className="font-mono text-[0.875rem]/6">{status}</dt>
                <dd className="text-moss">{reason}</dd>
              </div>
            ))}
        </dl>
      </div>
    </section>
  );
}

/** Table of fields. Below 640 px each row is a block. */
function FieldTable({ title, rows }: { title: string; rows: FieldRow[] }) {
  return (
    <div className="min-w-0">
      <h3 className="font-sans font-semibold">{title}</h3>
      <dl className="mt-2 border-line border-t">
        {rows.map(({ name, type, required, description }) => (
          <div
            key={name}
            className="grid gap-x-6 gap-y-0.5 border-line border-b py-2.5 sm:grid-cols-[minmax(0,17rem)_minmax(0,1fr)]"
          >
            <dt className="wrap-anywhere font-mono text-[0.875rem]/6">{name}</dt>
            <dd className="wrap-anywhere text-[0.9375rem]/6">
              <span className="text-moss">
                {type}
                {required && ", required"}
              </span>
              {description && (
                <span className="block">
                  <CodeWords text={description} />
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** A text whose `marked` words are set as code. */
function CodeWords({ text }: { text: string }) {
  return text.split("`").map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
      <code key={index} className="font-mono text-[0.9em]">
        {part}
      </code>
    ) : (
      part
    ),
  );
}

/** Code sample that scrolls within its box. */
export function CodeSample({ label, code, className }: { label: string; code: string; className?: string }) {
  return (
    <figure className={cx("min-w-0", className)}>
      <figcaption className="mb-1.5 text-[0.875rem]/5 text-moss">{label}</figcaption>
      <section
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="overflow-x-auto rounded-control bg-snow p-4 ring-1 ring-line"
      >
        <pre className="w-max font-mono text-[0.8125rem]/5.5">
          <code>{code}</code>
        </pre>
      </section>
    </figure>
  );
}
