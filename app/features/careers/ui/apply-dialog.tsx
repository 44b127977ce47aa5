import X from "lucide-react/icons/x";
import type { Job } from "~/features/careers/application";
import { cx } from "~/ui/cx";
import { LiveFormScript } from "~/ui/live/live-form";
import { ApplyForm, type ApplyFormState } from "./apply-form";
import applyModal from "./apply-modal.ts?url";

type Props = { job: Job; form: ApplyFormState };

/** Application form for one opening, in a dialog. Modal with script (apply-modal.ts), part of the page without. */
export function ApplyDialog({ job, form }: Props) {
  return (
    <dialog
      id="apply-dialog"
      open
      aria-labelledby="apply-title"
      aria-describedby="apply-description"
      className={dialogLook}
    >
      <div className="flex min-h-0 flex-1 flex-col">
        <div className="flex items-start gap-4 border-line border-b py-4 pr-3 pl-5 sm:pl-8">
          <div className="min-w-0 flex-1 py-1.5">
            <h2 id="apply-title" className="text-heading">
              Apply for {job.title}
            </h2>
            <p id="apply-description" className="mt-1 text-[0.9375rem]/6 text-moss">
              {job.type} in {job.location}. A few honest lines are enough.
            </p>
          </div>
          <a href="/careers" data-close="" aria-label="Close" className={closeLook}>
            <X strokeWidth={1.75} className="size-5" />
          </a>
        </div>
        <ApplyForm jobId={job.id} {...form} />
      </div>
    </dialog>
  );
}

/** Script that the dialog needs, also on pages where no dialog is open yet. */
export function ApplyScripts() {
  return (
    <>
      <LiveFormScript />
      <script type="module" async src={applyModal} />
    </>
  );
}

const dialogLook = cx(
  "fixed inset-0 z-50 m-auto max-h-[calc(100dvh-3rem)] w-[min(42rem,calc(100%-3rem))] max-w-none overflow-hidden",
  "rounded-card bg-snow p-0 text-ink shadow-lift backdrop:bg-scrim open:flex",
  "max-sm:m-0 max-sm:h-dvh max-sm:max-h-none max-sm:w-full max-sm:rounded-none",
  // Without script it is part of the page, below the header.
  "noscript:top-16 noscript:max-h-[calc(100dvh-6rem)] max-sm:noscript:h-[calc(100dvh-4rem)] lg:noscript:top-18",
  "not-[:modal]:shadow-[0_0_0_100vmax_var(--color-scrim)] motion-safe:animate-appear motion-safe:[animation-delay:0s]",
);

const closeLook =
  "grid size-11 shrink-0 place-items-center rounded-control transition-colors hover:bg-sage-soft active:bg-evergreen-100";
