import ExternalLink from "lucide-react/icons/external-link";

type Props = { resume: string | null; link: string | null };

/** A link where there is an address of the web; what else was typed is shown as it is. */
export function Resume({ resume, link }: Props) {
  if (!resume) return <span className="text-moss">No resume attached</span>;
  if (!link) return <span className="wrap-anywhere">{resume}</span>;
  return (
    <a
      href={link}
      target="_blank"
      rel="noopener noreferrer nofollow"
      title={link}
      className="relative z-1 inline-flex max-w-full items-center gap-1.5 text-evergreen-700 hover:underline"
    >
      <span className="truncate">{new URL(link).host.replace(/^www\./, "")}</span>
      <ExternalLink aria-hidden strokeWidth={1.75} className="size-4 shrink-0" />
      <span className="sr-only">(resume, opens in a new tab)</span>
    </a>
  );
}
