import ThumbsUp from "lucide-react/icons/thumbs-up";
import { FAILED, formatHelpful } from "~/features/content/blog/article";
import { buttonLook } from "~/ui/action/button-look";
import { cx } from "~/ui/cx";
import { LiveForm } from "~/ui/live/live-form";

type Props = {
  /** Path of the article. */
  page: string;
  /** Null if the votes could not be read. */
  votes: { count: number; voted: boolean } | null;
};

/** 'Found this helpful', once per reader, with the count below. */
export function HelpfulForm({ page, votes }: Props) {
  return (
    <LiveForm id="helpful" action={`${page}/helpful`} failed={FAILED} className="contents">
      <button
        type="submit"
        aria-label={votes?.voted ? "Found this helpful, counted" : undefined}
        data-counted={votes?.voted ? "" : undefined}
        className={cx(
          buttonLook({ variant: "secondary" }),
          "group/vote data-counted:border-evergreen-700/60 data-counted:bg-evergreen-50",
        )}
      >
        <ThumbsUp
          aria-hidden="true"
          strokeWidth={1.75}
          className="size-5 group-data-counted/vote:fill-evergreen-200"
        />
        Found this helpful
      </button>
      {votes && votes.count > 0 && (
        <p data-say="" className="w-full sm:order-last text-[0.9375rem]/6 text-moss tabular-nums">
          {formatHelpful(votes.count)}
        </p>
      )}
    </LiveForm>
  );
}
