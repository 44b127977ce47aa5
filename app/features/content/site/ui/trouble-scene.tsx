import { BirchScene } from "~/ui/birch-scene";
import { ButtonLink } from "~/ui/button-link";
import { SendAgain, type SentForm } from "~/ui/send-again";
import { ScenePage } from "./scene-page";

/**
 * The calm face of an error. `phone` is missing when not even the settings could be read; `form` is what was sent, for
 * another try.
 */
export function TroubleScene({ phone, form }: { phone?: string; form?: SentForm | null }) {
  return (
    <ScenePage
      eyebrow="Something went wrong"
      heading="We made a mess of that page"
      ways={
        <>
          {form ? (
            <SendAgain form={form} label="Try again" />
          ) : (
            <ButtonLink href="" size="large">
              Try again
            </ButtonLink>
          )}
          <ButtonLink href="/" size="large" variant="secondary">
            Return to Home
          </ButtonLink>
        </>
      }
      picture={<BirchScene variant={1} className="aspect-4/3 w-full rounded-card" />}
    >
      It’s our fault, and we’ve logged it. Please try again in a minute.
      {phone && ` If it keeps happening, call us at ${phone}.`}
    </ScenePage>
  );
}
