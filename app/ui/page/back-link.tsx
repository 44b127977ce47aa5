import ArrowLeft from "lucide-react/icons/arrow-left";
import { Link } from "react-router";

type Props = {
  to: string;
  label: string /** Loads the page anew, for one that is not of the same part of the site. */;
  reload?: boolean;
};

/** A link back, above a heading. */
export function BackLink({ to, label, reload = false }: Props) {
  return (
    <Link
      to={to}
      reloadDocument={reload}
      className="-ml-1 inline-flex min-h-11 items-center gap-1.5 rounded-control pr-2 pl-1 font-medium text-evergreen-700 hover:underline"
    >
      <ArrowLeft aria-hidden strokeWidth={1.75} className="size-5" />
      {label}
    </Link>
  );
}
