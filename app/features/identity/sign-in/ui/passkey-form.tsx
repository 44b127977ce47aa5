import KeyRound from "lucide-react/icons/key-round";
import type { ReactNode } from "react";
import { Button } from "~/ui/action/button";
import { Notice } from "~/ui/page/notice";
import passkeyLogin from "./passkey-login.ts?url";

/** Signs in with a passkey. */
export function AuthPasskeyForm({ redirect }: { redirect: string }) {
  return (
    <PasskeyForm
      action="/login/passkey"
      label="Sign in with a passkey"
      otherwise="use your email and password"
    >
      <input type="hidden" name="redirect" value={redirect} />
    </PasskeyForm>
  );
}

type Props = {
  /** By default the page's own address. */
  action?: string;
  label: string;
  /** What to do if it doesn't work. */
  otherwise: string;
  children?: ReactNode;
};

/** Asks for a passkey and posts its answer. Not shown without script; its script hides it where the browser can't. */
export function PasskeyForm({ action, label, otherwise, children }: Props) {
  return (
    <>
      <form method="post" action={action} data-passkey="" className="mt-3 grid gap-3 noscript:hidden">
        {children}
        <input type="hidden" name="response" />
        <Button type="submit" variant="secondary" size="large" className="w-full">
          <KeyRound aria-hidden strokeWidth={1.75} className="size-5 shrink-0" />
          {label}
        </Button>
        <div data-passkey-failed="" hidden>
          <Notice tone="error">That didn’t work. Please try again, or {otherwise}.</Notice>
        </div>
      </form>
      <script type="module" async src={passkeyLogin} />
    </>
  );
}
