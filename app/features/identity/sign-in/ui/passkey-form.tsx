import KeyRound from "lucide-react/icons/key-round";
import { Button } from "~/ui/action/button";
import { Notice } from "~/ui/page/notice";
import passkeyLogin from "./passkey-login.ts?url";

/** Signs in with a passkey. Not shown without script; its script hides it where the browser can't. */
export function AuthPasskeyForm({ redirect }: { redirect: string }) {
  return (
    <>
      <form method="post" action="/login/passkey" data-passkey="" className="mt-3 grid gap-3 noscript:hidden">
        <input type="hidden" name="redirect" value={redirect} />
        <input type="hidden" name="response" />
        <Button type="submit" variant="secondary" size="large" className="w-full">
          <KeyRound aria-hidden strokeWidth={1.75} className="size-5 shrink-0" />
          Sign in with a passkey
        </Button>
        <div data-passkey-failed="" hidden>
          <Notice tone="error">That didn’t work. Please try again, or use your email and password.</Notice>
        </div>
      </form>
      <script type="module" async src={passkeyLogin} />
    </>
  );
}
