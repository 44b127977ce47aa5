import type { ReactNode } from "react";
import type { CodeView, FoundNote, RevealView } from "~/features/customers/codes/rules";
import { Card } from "~/ui/page/card";
import { Notice } from "~/ui/page/notice";
import { AddCode, CodeList, type RefusedCode } from "./code-list";
import { FoundList } from "./found-list";
import { RevealLog } from "./reveal-log";

type Props = {
  codes: CodeView[];
  opened: Record<string, string | null> | null;
  reveals: RevealView[];
  found: FoundNote[];
  /** Id of the next code. */
  codeId: string;
  refused: (RefusedCode & { message?: string }) | undefined;
  /** Beside the heading of the codes. */
  action?: ReactNode;
};

/** Everything about the entry codes of a home. */
export function HomeCodes({ codes, opened, reveals, found, codeId, refused, action }: Props) {
  const of = (intent: string) => (refused?.intent === intent ? refused : undefined);
  return (
    <div className="grid gap-8">
      {refused?.message && (
        <Notice tone="error" title="Nothing was changed">
          {refused.message}
        </Notice>
      )}
      {found.length > 0 && (
        <section aria-labelledby="found" className="grid gap-4">
          <div>
            <h2 id="found" className="text-heading">
              Codes in notes
            </h2>
            <p className="mt-1 text-moss">
              These words look like a code. Move them: then only the crew of a visit reads them, around that
              visit.
            </p>
          </div>
          <FoundList notes={found} />
        </section>
      )}
      <section aria-labelledby="saved" className="grid gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id="saved" className="text-heading">
            Saved codes
          </h2>
          {codes.length > 0 && action}
        </div>
        {codes.length > 0 ? (
          <CodeList codes={codes} opened={opened} refused={of("replace")} />
        ) : (
          <p className="text-moss">No codes yet.</p>
        )}
      </section>
      <Card className="p-5 sm:p-7">
        <h2 className="mb-5 text-heading">Add a code</h2>
        <AddCode codeId={codeId} refused={of("add")} />
      </Card>
      <section aria-labelledby="log">
        <h2 id="log" className="mb-3 text-heading">
          Who looked
        </h2>
        <RevealLog reveals={reveals} />
      </section>
    </div>
  );
}
