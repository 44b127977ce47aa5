import CircleAlert from "lucide-react/icons/circle-alert";

/** Marks a row of a list that needs attention. */
export function AttentionMark() {
  return (
    <span className="mt-1.5 flex items-center gap-1 font-medium text-[0.8125rem]/4 text-berry">
      <CircleAlert aria-hidden strokeWidth={2} className="size-3.5" />
      Needs attention
    </span>
  );
}
