import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleHelp from "lucide-react/icons/circle-question-mark";
import CircleX from "lucide-react/icons/circle-x";
import ExternalLink from "lucide-react/icons/external-link";
import { Form, Link, useNavigation } from "react-router";
import {
  type Check,
  countOpen,
  countStates,
  grouped,
  type Mend,
  STATES,
  type State,
} from "~/features/operations/doctor/check";
import { Button } from "~/ui/action/button";
import { buttonLook } from "~/ui/action/button-look";
import { CopyLine } from "~/ui/action/copy-field";
import { cx } from "~/ui/cx";
import { TextField } from "~/ui/form/text-field";
import { Badge } from "~/ui/list/badge";

type HeadProps = { checked: string | null; running: boolean; checks: Check[] };

/** How many things are left, when that was checked, and a button to check again. */
export function CheckAgain({ checked, running, checks }: HeadProps) {
  const pending = useNavigation().formData?.get("intent") === "check";
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="text-heading">{checked ? headingOf(checks) : "Checking the site"}</h2>
        <p className="text-[0.9375rem]/6 text-moss" role="status">
          {running
            ? "The checks are running. They take a few seconds; load this page again to see them."
            : `Checked on ${checked}.`}
        </p>
      </div>
      <Form method="post" preventScrollReset>
        <Button
          type="submit"
          name="intent"
          value="check"
          variant="secondary"
          size="small"
          pending={pending}
          pendingLabel="Checking..."
        >
          Check again
        </Button>
      </Form>
    </div>
  );
}

function headingOf(checks: Check[]): string {
  const open = countOpen(checks);
  if (open > 0) return `${open} ${open === 1 ? "thing stands" : "things stand"} between you and the public`;
  return countStates(checks).unknown > 0 ? "Nothing is known to be wrong" : "Ready for customers";
}

/** What is broken comes first, then what is to do; what is good comes last. */
const ORDER: State[] = ["broken", "todo", "unknown", "good"];

/** All checks by group, each with its state as icon and word, and with what mends it. */
export function CheckList({ checks }: { checks: Check[] }) {
  return grouped(checks).map(({ group, title, checks }) => (
    <section key={group} aria-labelledby={`group-${group}`} className="border-line border-t pt-5">
      <h3 id={`group-${group}`} className="mb-1 font-sans font-semibold text-[0.9375rem] text-moss">
        {title}
      </h3>
      <ul>
        {checks
          .toSorted((one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state))
          .map((check) => (
            <CheckRow key={check.id} {...check} />
          ))}
      </ul>
    </section>
  ));
}

const LOOKS = {
  good: { Icon: CircleCheck, ink: "text-fern", tone: "green" },
  todo: { Icon: CircleAlert, ink: "text-honey-ink", tone: "amber" },
  broken: { Icon: CircleX, ink: "text-berry", tone: "berry" },
  unknown: { Icon: CircleHelp, ink: "text-moss", tone: "neutral" },
} as const;

function CheckRow({ id, title, state, says, mend }: Check) {
  const { Icon, ink, tone } = LOOKS[state];
  return (
    <li id={`check-${id}`} className="flex scroll-mt-24 gap-3 border-line py-3.5 not-first:border-t">
      <Icon aria-hidden strokeWidth={1.75} className={cx("mt-0.5 size-5 shrink-0", ink)} />
      <div className="grid min-w-0 flex-1 gap-1">
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <h4 className="font-sans font-semibold text-base">{title}</h4>
          <Badge tone={tone}>{STATES[state].label}</Badge>
        </div>
        <p className="text-[0.9375rem]/6 text-moss wrap-anywhere">{says}</p>
        {mend && <MendPart title={title} {...mend} />}
      </div>
    </li>
  );
}

function MendPart({ title, copy, link }: Mend & { title: string }) {
  return (
    <div className="grid gap-3 pt-2">
      {copy && <CopyLine label={copy.what} about={title} value={copy.text} />}
      {link && <MendLink {...link} />}
    </div>
  );
}

function MendLink({ label, href }: { label: string; href: string }) {
  const look = cx(buttonLook({ variant: "secondary", size: "small" }), "justify-self-start");
  if (href.startsWith("/"))
    return (
      <Link to={href} className={look}>
        {label}
      </Link>
    );
  return (
    <a href={href} target="_blank" rel="noreferrer" className={look}>
      {label}
      <ExternalLink aria-label="(opens in a new tab)" strokeWidth={1.75} className="size-4.5" />
    </a>
  );
}

/** The DKIM selector that the mail provider shows: nobody can find it out from outside. */
export function SelectorForm({ selector, error }: { selector: string; error: string | undefined }) {
  const pending = useNavigation().formData?.get("intent") === "selector";
  return (
    <Form method="post" preventScrollReset noValidate className="grid gap-4 border-line border-t pt-6">
      <TextField
        id="selector"
        name="selector"
        label="DKIM selector"
        optional
        hint="Your mail provider shows it under DKIM or domain authentication. Leave it empty to try the usual ones."
        defaultValue={selector}
        error={error}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
      />
      <div>
        <Button
          type="submit"
          name="intent"
          value="selector"
          variant="secondary"
          size="small"
          pending={pending}
          pendingLabel="Checking..."
        >
          Save and check
        </Button>
      </div>
    </Form>
  );
}
