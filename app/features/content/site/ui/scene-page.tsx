import type { ReactNode } from "react";
import { Container } from "~/ui/container";

type Props = { eyebrow: string; heading: string; children: ReactNode; ways: ReactNode; picture: ReactNode };

/** A page that could not be shown: a few words, two ways on, a small scene beside them. */
export function ScenePage({ eyebrow, heading, children, ways, picture }: Props) {
  return (
    <Container className="grid items-center gap-10 py-12 md:grid-cols-[1fr_1.1fr] md:gap-14 md:py-20 lg:py-28">
      <div>
        <p className="font-semibold text-evergreen-600 tabular-nums">{eyebrow}</p>
        <h1 className="mt-3 text-title">{heading}</h1>
        <p className="mt-4 max-w-[46ch] text-balance text-lead text-moss">{children}</p>
        <div className="mt-8 flex flex-wrap gap-3">{ways}</div>
      </div>
      {picture}
    </Container>
  );
}
