import { ButtonLink } from "~/ui/button-link";
import { Picture } from "~/ui/picture";
import { ScenePage } from "./scene-page";

export function NotFoundScene() {
  return (
    <ScenePage
      eyebrow="404"
      heading="Oops! Page not found"
      ways={
        <>
          <ButtonLink href="/" size="large">
            Return to Home
          </ButtonLink>
          <ButtonLink href="/services" size="large" variant="secondary">
            View Services
          </ButtonLink>
        </>
      }
      picture={
        <Picture
          of="service-move"
          sizes="(min-width: 80rem) 38rem, (min-width: 48rem) 50vw, 100vw"
          priority
          className="aspect-4/3 w-full rounded-card object-cover"
        />
      }
    >
      We looked in every room. This one is empty: the page has moved out, or never lived here.
    </ScenePage>
  );
}
