import type { ReactNode } from "react";
import { ButtonLink } from "~/ui/action/button-link";
import { buttonLook } from "~/ui/action/button-look";
import { SendAgain, type SentForm } from "~/ui/action/send-again";
import { BirchScene } from "~/ui/art/birch-scene";
import { Picture } from "~/ui/art/picture";
import { Container } from "~/ui/page/container";

type Props = { eyebrow: string; heading: string; children: ReactNode; ways: ReactNode; picture: ReactNode };

/** A page for errors: a few words, two links and a picture. */
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

/** A guest link that was ended or is too old. Says nothing about what it opened. */
export function LinkEndedScene({ phone }: { phone: string | undefined }) {
  return (
    <ScenePage
      eyebrow="Link ended"
      heading="This link no longer works"
      ways={
        <>
          <ButtonLink href="/login?redirect=%2Fprofile" size="large">
            Log in
          </ButtonLink>
          <ButtonLink href="/contact" size="large" variant="secondary">
            Write to us
          </ButtonLink>
        </>
      }
      picture={<BirchScene variant={1} className="aspect-4/3 w-full rounded-card" />}
    >
      Links in our emails end some months after the visit, and we can end them earlier. Use the link in our
      newest email, or log in to see your bookings. {phone && <>Or call us at {phone}.</>}
    </ScenePage>
  );
}

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

/** The session ended before the form was sent. The form is kept while the visitor signs in again. */
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

/** The form takes a fresh proof of who sends it. With script, a dialog asks for it instead. */
export function UnprovedScene({ form }: { form: SentForm | null }) {
  return (
    <ScenePage
      eyebrow="Nothing was changed yet"
      heading="Confirm that it’s you"
      ways={
        <>
          <ButtonLink href="/proof?to=/admin" target="_blank" rel="noopener" size="large">
            1. Confirm
          </ButtonLink>
          {form && <SendAgain form={form} label="2. Send the form" />}
        </>
      }
      picture={<BirchScene variant={1} className="aspect-4/3 w-full rounded-card" />}
    >
      This is sensitive, so we ask for your password again. Confirm in the new tab, come back here, and send
      the form. If you typed a password or key, go back and type it again.
    </ScenePage>
  );
}

/** Error scene. `phone` is missing if the settings could not be read. `form` is the sent form, for a retry. */
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
