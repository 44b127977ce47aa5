import X from "lucide-react/icons/x";
import { Link } from "react-router";

/** The cross of a panel or dialog. It leads to the page beneath. */
export function CloseLink({ to }: { to: string }) {
  return (
    <Link
      to={to}
      preventScrollReset
      aria-label="Close"
      className="grid size-11 place-items-center rounded-control text-moss transition-colors hover:bg-sage-soft hover:text-ink"
    >
      <X strokeWidth={1.75} className="size-5" />
    </Link>
  );
}
