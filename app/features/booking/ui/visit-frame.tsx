import ArrowLeft from "lucide-react/icons/arrow-left";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Container } from "~/ui/container";

type Props = {
  /** Where the page came from. */
  back: Back | null;
  heading: string;
  /** Beside the heading, such as a badge. */
  aside?: ReactNode;
  lead?: ReactNode;
  narrow?: boolean;
  children: ReactNode;
};

type Back = { to: string; label: string };

/** A page of a visit: the way back, what it is about, and the rest. */
export function VisitFrame({ back, heading, aside, lead, narrow, children }: Props) {
  return (
    <Container narrow={narrow} className="pt-6 pb-16 md:pt-10 md:pb-24">
      {back && <BackLink {...back} />}
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-3">
        <h1 className="wrap-anywhere text-title">{heading}</h1>
        {aside}
      </div>
      {lead && <p className="mt-2 text-lead text-moss">{lead}</p>}
      {children}
    </Container>
  );
}

export function BackLink({ to, label }: Back) {
  return (
    <Link to={to} className={backLook}>
      <ArrowLeft aria-hidden strokeWidth={1.75} className="size-5" />
      {label}
    </Link>
  );
}

const backLook =
  "-ml-2 inline-flex min-h-11 items-center gap-2 rounded-control px-2 font-medium text-moss transition-colors hover:bg-sage-soft hover:text-ink";
