import Bookmark from "lucide-react/icons/bookmark";
import { FAILED } from "~/features/content/blog/article";
import { buttonLook } from "~/ui/action/button-look";
import { cx } from "~/ui/cx";
import { LiveForm } from "~/ui/live/live-form";

type Props = {
  /** Path of the article. */
  page: string;
  saved: boolean;
  /** Position in the page. The reader returns to it. */
  place: "top" | "end";
  variant: "secondary" | "ghost";
};

/** Saves an article or removes it. */
export function SaveForm({ page, saved, place, variant }: Props) {
  return (
    <LiveForm id={`save-${place}`} action={`${page}/save`} failed={FAILED} className="print:hidden">
      <input type="hidden" name="place" value={place} />
      <button
        type="submit"
        name="keep"
        value={saved ? "no" : "yes"}
        data-save-button=""
        className={cx(buttonLook({ variant }), "group/save")}
      >
        <Bookmark
          aria-hidden="true"
          strokeWidth={1.75}
          className={cx("size-5", saved && "fill-evergreen-700")}
        />
        {saved ? "Saved" : "Save"}
        {saved && <span className="sr-only">, press to remove</span>}
      </button>
    </LiveForm>
  );
}
