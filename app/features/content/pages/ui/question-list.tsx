import Plus from "lucide-react/icons/plus";
import { type Section, wholeNodes } from "~/lib/text-tree";
import { Prose } from "~/ui/page/prose";

/**
 * Questions that open one at a time, with native `details`. A link to an answer (/faq#how-…) and find-in-page open it. All are
 * open in print.
 */
export function QuestionList({ questions }: { questions: Section[] }) {
  return (
    <div className="border-line border-b print:border-b-0">
      {questions.map(({ id, title, ...answer }) => (
        <details
          key={id}
          name="faq"
          className={`group border-line border-t print:break-inside-avoid print:border-t-0 ${unfold}`}
        >
          <summary className="-mx-3 flex cursor-pointer list-none items-start gap-5 rounded-control px-3 py-5 transition-colors duration-150 hover:text-evergreen-700 md:py-6 print:pt-4 print:pb-1.5 [&::-webkit-details-marker]:hidden">
            <h2 className="flex-1 text-heading">{title}</h2>
            <span className="grid size-8 shrink-0 place-items-center rounded-full bg-sage-soft text-evergreen-700 transition-colors duration-150 group-open:bg-evergreen-700 group-open:text-snow print:hidden">
              <Plus
                strokeWidth={1.75}
                className="size-4.5 transition-transform duration-200 group-open:rotate-45"
              />
            </span>
          </summary>
          <div id={id} className="scroll-mt-24">
            <Prose
              nodes={wholeNodes(answer)}
              className="max-w-[32rem] pb-8 text-[1.0625rem] text-ink/85 print:max-w-none print:space-y-1.5 print:pb-2 print:text-base/normal print:text-ink"
            />
          </div>
        </details>
      ))}
    </div>
  );
}

const unfold =
  "[interpolate-size:allow-keywords] details-content:h-0 details-content:overflow-clip open:details-content:h-auto " +
  "details-content:transition-[height,content-visibility] details-content:transition-discrete " +
  "details-content:duration-200 details-content:ease-out motion-reduce:details-content:transition-none " +
  "print:details-content:h-auto print:details-content:[content-visibility:visible]";
