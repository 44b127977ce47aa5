import type { ReactNode } from "react";
import type { ToastMessage } from "~/lib/toast-message";
import { Card } from "~/ui/card";
import { Container } from "~/ui/container";
import { StillToast } from "~/ui/flash-toast";
import { Picture } from "~/ui/picture";
import type { PictureKey } from "~/ui/pictures";

type Props = {
  heading: string;
  lead: ReactNode;
  scene: PictureKey;
  /** What is said about a form that was refused; without script the form's own notice says it. */
  toast?: ToastMessage | null;
  /** The id of the form that was answered with this page, which has it no more. */
  insteadOf?: string;
  children?: ReactNode;
};

/** A narrow card beside a scene that dissolves into the page; on phones the card alone. */
export function AuthPage({ toast, ...page }: Props) {
  return (
    <>
      <Scene {...page} />
      {toast && <StillToast toast={toast} data-toast="" className="noscript:hidden!" />}
    </>
  );
}

function Scene({ heading, lead, scene, insteadOf, children }: Omit<Props, "toast">) {
  return (
    <div
      data-instead-of={insteadOf}
      className="relative isolate grid overflow-hidden md:min-h-[44rem] lg:min-h-[48rem]"
    >
      <Container className="grid items-center py-8 sm:py-12 md:py-16">
        <Card className="w-full max-w-[28rem] p-6 max-md:mx-auto sm:p-9 md:shadow-lift">
          <h1 className="text-title">{heading}</h1>
          <div className="mt-2.5 text-moss">{lead}</div>
          {children}
        </Card>
      </Container>
      <div className="absolute inset-y-0 right-0 -z-10 w-3/4 max-md:hidden xl:w-[72%]">
        <Picture
          of={scene}
          alt=""
          sizes="(min-width: 48rem) 68rem, 1px"
          className="size-full bg-transparent object-cover mask-dissolve-left"
        />
      </div>
    </div>
  );
}

/** A line under the form that leads elsewhere. */
export function AuthFoot({ children }: { children: ReactNode }) {
  return <p className="mt-6 border-line border-t pt-5 text-center text-[0.9375rem] text-moss">{children}</p>;
}

/** A link in running text. */
export const authLink =
  "font-semibold text-evergreen-700 underline decoration-evergreen-700/35 underline-offset-3 transition-colors " +
  "duration-150 hover:decoration-evergreen-700";
