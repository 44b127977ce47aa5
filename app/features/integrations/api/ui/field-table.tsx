import type { FieldRow } from "~/features/integrations/api/fields";
import { CodeWords } from "./code-words";

/** Fields with what they are; below 640 px each is a block of its own. */
export function FieldTable({ title, rows }: { title: string; rows: FieldRow[] }) {
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
