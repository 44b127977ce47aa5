import ArrowLeft from "lucide-react/icons/arrow-left";
import { ButtonLink } from "~/ui/action/button-link";

/** Link to the list: plain above an article, a button below it. */
export function BackToBlog({
  variant = "secondary",
  className,
}: {
  variant?: "secondary" | "ghost";
  className?: string;
}) {
  return (
    <ButtonLink href="/blog" variant={variant} className={className}>
      <ArrowLeft aria-hidden="true" strokeWidth={1.75} className="size-5" />
      Back to Blog
    </ButtonLink>
  );
}
