import type { ReactNode } from "react";
import type { ToastMessage } from "~/lib/toast-message";
import { Button } from "~/ui/action/button";
import { Picture } from "~/ui/art/picture";
import type { PictureKey } from "~/ui/art/pictures";
import { Card } from "~/ui/page/card";
import { Container } from "~/ui/page/container";
import { StillToast } from "~/ui/page/flash-toast";

type Props = {
  heading: string;
  lead: ReactNode;
  scene: PictureKey;
  /** Result of the last submit. Without JavaScript, the form's own notice shows it. */
  toast?: ToastMessage | null;
  /** Id of the submitted form that this page replaces. */
  replacesForm?: string;
  children?: ReactNode;
};

/** A narrow card beside an illustration. Phones show the card alone. */
export function AuthPage({ toast, ...page }: Props) {
  return (
    <>
      <Scene {...page} />
      {toast && <StillToast toast={toast} data-toast="" className="noscript:hidden!" />}
    </>
  );
}

function Scene({ heading, lead, scene, replacesForm, children }: Omit<Props, "toast">) {
  return (
    <div
      data-instead-of={replacesForm}
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

export function AuthFoot({ children }: { children: ReactNode }) {
  return <p className="mt-6 border-line border-t pt-5 text-center text-[0.9375rem] text-moss">{children}</p>;
}

export const authLink =
  "font-semibold text-evergreen-700 underline decoration-evergreen-700/35 underline-offset-3 transition-colors " +
  "duration-150 hover:decoration-evergreen-700";

/** Logos in the color of the text next to them. */
const providers = [
  {
    id: "google",
    name: "Google",
    mark: "M12.2 10.3v3.6h5.1a4.6 4.6 0 0 1-4.9 3.4 5.3 5.3 0 1 1 3.4-9.3l2.6-2.6A9 9 0 1 0 12.4 21c5.2 0 8.6-3.6 8.6-8.7 0-.7-.1-1.4-.2-2Z",
  },
  {
    id: "facebook",
    name: "Facebook",
    mark: "M22 12a10 10 0 1 0-11.6 9.9v-7H7.9V12h2.5V9.8c0-2.5 1.5-3.9 3.8-3.9 1.1 0 2.2.2 2.2.2v2.5h-1.2c-1.2 0-1.6.8-1.6 1.6V12h2.8l-.5 2.9h-2.3v7A10 10 0 0 0 22 12Z",
  },
];

type AuthSocialProps = {
  redirect: string /** Those that are set up; both when left out. */;
  only?: string[];
};

/** "Continue with Google" and "Continue with Facebook". Each is its own form, because no field is required. */
export function AuthSocial({ redirect, only }: AuthSocialProps) {
  const available = providers.filter(({ id }) => !only || only.includes(id));
  if (available.length === 0) return null;
  return (
    <>
      <p className="my-6 flex items-center gap-4 text-moss text-sm before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      <div className="grid gap-3">
        {available.map(({ id, name, mark }) => (
          <form key={id} method="post" action="/auth/social">
            <input type="hidden" name="provider" value={id} />
            <input type="hidden" name="redirect" value={redirect} />
            <Button type="submit" variant="secondary" className="min-h-12 w-full">
              <svg viewBox="0 0 24 24" aria-hidden="true" className="size-5 shrink-0 fill-current">
                <path d={mark} />
              </svg>
              Continue with {name}
            </Button>
          </form>
        ))}
      </div>
    </>
  );
}
