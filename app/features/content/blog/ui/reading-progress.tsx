import { LenticelDivider } from "~/ui/lenticel-divider";

/** How far one has read, under the header; moved by scrolling alone, within an ancestor that is a `reading-timeline`. */
export function ReadingProgress() {
  return (
    <div
      aria-hidden="true"
      className="reading-progress fixed inset-x-0 top-16 z-40 py-px motion-reduce:hidden lg:top-18 print:hidden"
    >
      <LenticelDivider className="w-full text-evergreen-500" />
    </div>
  );
}
