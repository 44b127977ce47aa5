import type { ReactNode } from "react";
import { BackLink } from "~/ui/back-link";
import { Container } from "~/ui/container";

type Props = {
  /** Where the page came from. */
  back: { to: string; label: string } | null;
  heading: string;
  /** Beside the heading, such as a badge. */
  aside?: ReactNode;
  lead?: ReactNode;
  narrow?: boolean;
  children: ReactNode;
};

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
