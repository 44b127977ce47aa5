import CircleAlert from "lucide-react/icons/circle-alert";
import Lock from "lucide-react/icons/lock";
import SearchX from "lucide-react/icons/search-x";
import { ButtonLink } from "~/ui/action/button-link";
import { SendAgain, type SentForm } from "~/ui/action/send-again";

type Props = { missing: boolean; forbidden: boolean; form?: SentForm | null };

/**
 * Error page of the office, next to the menu. `missing`: nothing exists at the URL. `forbidden`: the role may not do this.
 * `form`: the submitted form, to try again.
 */
export function OfficeFailed({ missing, forbidden, form }: Props) {
  if (forbidden) return <Forbidden />;
  const Icon = missing ? SearchX : CircleAlert;
  return (
    <div className="mx-auto grid max-w-md justify-items-center py-12 text-center sm:py-20">
      <span className="grid size-14 place-items-center rounded-full bg-sage-soft text-evergreen-700">
        <Icon aria-hidden strokeWidth={1.75} className="size-6" />
      </span>
      <h1 className="mt-5 text-title">{missing ? "Oops! Page not found" : "Something went wrong"}</h1>
      <p className="mt-2 text-balance text-moss">
        {missing
          ? "There's nothing at this address. It may have been removed."
          : "It's our fault, and we've logged it. Please try again in a minute."}
      </p>
      <p className="mt-6 flex flex-wrap justify-center gap-2.5">
        {!missing &&
          (form ? <SendAgain form={form} label="Try again" /> : <ButtonLink href="">Try again</ButtonLink>)}
        <ButtonLink href="/admin" variant={missing ? "primary" : "secondary"}>
          Go to the dashboard
        </ButtonLink>
        {missing && (
          <ButtonLink href="/" variant="secondary">
            Return to Home
          </ButtonLink>
        )}
      </p>
    </div>
  );
}

function Forbidden() {
  return (
    <div className="mx-auto grid max-w-md justify-items-center py-12 text-center sm:py-20">
      <span className="grid size-14 place-items-center rounded-full bg-sage-soft text-evergreen-700">
        <Lock aria-hidden strokeWidth={1.75} className="size-6" />
      </span>
      <h1 className="mt-5 text-title">Your role can't do this</h1>
      <p className="mt-2 text-balance text-moss">
        Nothing was changed. Ask an owner if you need it for your work.
      </p>
      <ButtonLink href="/admin" className="mt-6">
        Go to the dashboard
      </ButtonLink>
    </div>
  );
}
