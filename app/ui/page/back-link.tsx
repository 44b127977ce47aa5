import ArrowLeft from "lucide-react/icons/arrow-left";
import { Link } from "react-router";

/** A link back, above a heading. */
export function BackLink({ to, label }: { to: string; label: string }) {
  return (
    <Link
      to={to}
      className="-ml-1 inline-flex min-h-11 items-center gap-1.5 rounded-control pr-2 pl-1 font-medium text-evergreen-700 hover:underline"
    >
      <ArrowLeft aria-hidden strokeWidth={1.75} className="size-5" />
      {label}
    </Link>
  );
}
