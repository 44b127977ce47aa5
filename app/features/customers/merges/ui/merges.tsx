import { Form, Link, useNavigation } from "react-router";
import { DUPLICATES_PAGE, mergePath, type Party, type Proposal } from "~/features/customers/merges/rules";
import { Button } from "~/ui/action/button";
import { buttonLook } from "~/ui/action/button-look";
import { Badge } from "~/ui/list/badge";
import { Card } from "~/ui/page/card";

/** Pairs of customers who may be one, each with what can be done about it. */
export function Proposals({ proposals }: { proposals: Proposal[] }) {
  return (
    <ul className="grid gap-4">
      {proposals.map(({ one, other, reasons }) => (
        <li key={`${one.id} ${other.id}`}>
          <Card className="grid gap-4 p-4 sm:p-5">
            <p className="flex flex-wrap gap-1.5">
              {reasons.map((reason) => (
                <Badge key={reason} tone="amber">
                  {reason}
                </Badge>
              ))}
            </p>
            <div className="grid gap-4 md:grid-cols-2">
              <PartyFacts party={one} />
              <PartyFacts party={other} />
            </div>
            <div className="flex flex-wrap gap-2">
              <Link
                to={mergePath(one.id, other.id)}
                className={`${buttonLook({ variant: "secondary", size: "small" })} min-h-11`}
              >
                Merge…
              </Link>
              <ApartForm one={one.id} other={other.id} />
            </div>
          </Card>
        </li>
      ))}
    </ul>
  );
}

/** Says that two customers are not the same. */
function ApartForm({ one, other }: { one: string; other: string }) {
  const pending = useNavigation().formData;
  return (
    <Form method="post" action={DUPLICATES_PAGE} preventScrollReset>
      <input type="hidden" name="one" value={one} />
      <input type="hidden" name="other" value={other} />
      <Button
        type="submit"
        variant="ghost"
        size="small"
        className="min-h-11"
        pending={pending?.get("one") === one && pending.get("other") === other}
      >
        Not the same
      </Button>
    </Form>
  );
}

/** A customer beside another one. */
export function PartyFacts({ party }: { party: Party }) {
  const { id, name, number, has_account, contacts, homes, since } = party;
  const counts = [
    counted(party.bookings, "booking"),
    counted(party.plans, "plan"),
    counted(party.orders, "order"),
  ];
  return (
    <div className="wrap-anywhere min-w-0 text-[0.9375rem]/6">
      <p className="flex flex-wrap items-center gap-x-2">
        <Link
          to={`/admin/customers/${id}`}
          className="rounded-control py-1 font-semibold text-evergreen-700 hover:underline"
        >
          {name}
        </Link>
        <span className="text-moss tabular-nums">{number}</span>
        {has_account && <Badge tone="green">Account</Badge>}
      </p>
      {contacts.map((contact) => (
        <p key={contact}>{contact}</p>
      ))}
      {homes.map((home) => (
        <p key={home} className="text-moss">
          {home}
        </p>
      ))}
      <p className="text-moss">
        {counts.filter(Boolean).join(", ") || "No bookings"} · since {since}
      </p>
    </div>
  );
}

function counted(count: number, noun: string): string | null {
  if (count === 0) return null;
  return count === 1 ? `1 ${noun}` : `${count.toLocaleString("en-US")} ${noun}s`;
}

type PreviewProps = { parties: Party[]; can_keep: string[]; kept: string | null; seen: string };

/** Which of the two stays, what it gets, and the button that merges. */
export function MergePreview({ parties, can_keep, kept, seen }: PreviewProps) {
  const pending = useNavigation().state === "submitting";
  const sum = (kind: "bookings" | "plans" | "orders") =>
    parties.reduce((total, party) => total + party[kind], 0);
  const all = [
    counted(sum("bookings"), "booking"),
    counted(sum("plans"), "plan"),
    counted(sum("orders"), "order"),
  ];
  const contacts = [...new Set(parties.flatMap((party) => party.contacts))];
  const homes = parties.flatMap((party) => party.homes);
  return (
    <Form method="post" className="grid gap-5">
      <input type="hidden" name="seen" value={seen} />
      <fieldset className="grid gap-4 md:grid-cols-2">
        <legend className="mb-2 font-semibold">Who stays?</legend>
        {parties.map((party) => (
          <Card key={party.id} className="grid content-start gap-3 p-4 sm:p-5">
            <label className="flex min-h-11 items-center gap-2.5 font-medium">
              <input
                type="radio"
                name="kept"
                value={party.id}
                defaultChecked={party.id === kept}
                disabled={!can_keep.includes(party.id)}
                className="size-5 shrink-0 accent-evergreen-700"
              />
              Keep {party.name} {party.number}
            </label>
            <PartyFacts party={party} />
          </Card>
        ))}
      </fieldset>
      <Card className="grid gap-1 p-4 text-[0.9375rem]/6 sm:p-5">
        <h2 className="font-semibold">After the merge</h2>
        <p>
          One customer with {all.filter(Boolean).join(", ") || "no bookings yet"}, and all notes, messages and
          reviews.
        </p>
        {contacts.length > 0 && <p className="wrap-anywhere text-moss">{contacts.join(" · ")}</p>}
        {homes.length > 0 && <p className="wrap-anywhere text-moss">{homes.join(" · ")}</p>}
        <p className="text-moss">
          Name, language and tags are those of the customer who stays. You can undo this for 30 days.
        </p>
      </Card>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" pending={pending} pendingLabel="Merging...">
          Merge the two
        </Button>
        <Link to={DUPLICATES_PAGE} className={buttonLook({ variant: "ghost" })}>
          Cancel
        </Link>
      </div>
    </Form>
  );
}
