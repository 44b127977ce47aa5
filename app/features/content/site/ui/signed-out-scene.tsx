import { BirchScene } from "~/ui/birch-scene";
import { buttonLook } from "~/ui/button-look";
import { SendAgain, type SentForm } from "~/ui/send-again";
import { ScenePage } from "./scene-page";

/** The session ended before the form was sent: it waits here while somebody signs in again. */
export function SignedOutScene({ form }: { form: SentForm }) {
  return (
    <ScenePage
      eyebrow="Nothing is lost"
      heading="You have been signed out"
      ways={
        <>
          <a
            href={`/login?${new URLSearchParams({ redirect: form.action })}`}
            target="_blank"
            rel="noopener"
            className={buttonLook({ size: "large" })}
          >
            1. Log in again
          </a>
          <SendAgain form={form} label="2. Send the form" />
        </>
      }
      picture={<BirchScene variant={1} className="aspect-4/3 w-full rounded-card" />}
    >
      What you typed is still on this page. Log in again in the new tab, come back here, and send the form.
    </ScenePage>
  );
}
