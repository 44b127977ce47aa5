import ArrowLeft from "lucide-react/icons/arrow-left";
import { ButtonLink } from "~/ui/button-link";

/** The way back to the list: quiet above an article, a button at its end. */
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
