import CreditCard from "lucide-react/icons/credit-card";
import type { MyCard } from "~/features/payments/cards/rules";
import { Button } from "~/ui/action/button";
import { Card } from "~/ui/page/card";
import { Notice } from "~/ui/page/notice";

type Props = {
  cards: MyCard[];
  /** What the customer agrees to when they save another one; null if no card can be saved now. */
  consent: string | null;
  /** Why the last press did nothing. */
  refused: string | undefined;
};

/** The saved cards of a customer, what they pay for, and how to replace or remove them. */
export function MyCards({ cards, consent, refused }: Props) {
  return (
    <div className="grid gap-6">
      {refused && (
        <Notice tone="error" title="The card was not changed">
          {refused}
        </Notice>
      )}
      {cards.map((card) => (
        <SavedCard key={card.id} card={card} />
      ))}
      {cards.length === 0 && (
        <Card className="p-6 sm:p-7">
          <p className="font-semibold">You have no saved card</p>
          <p className="mt-1 text-moss">
            When a cleaning is charged after the visit, you save a card as you book it. It shows up here.
          </p>
        </Card>
      )}
      {cards.length > 0 && consent && (
        <form method="post" className="grid gap-3">
          <input type="hidden" name="intent" value="replace" />
          <p className="text-moss text-sm">By saving another card you agree: “{consent}”</p>
          <div>
            <Button type="submit" variant="secondary">
              Replace with another card
            </Button>
          </div>
        </form>
      )}
    </div>
  );
}

function SavedCard({ card: { id, name, expires, depending } }: { card: MyCard }) {
  return (
    <Card className="p-5 sm:p-7">
      <div className="flex flex-wrap items-center gap-4">
        <span className="grid size-11 shrink-0 place-items-center rounded-full bg-sage-soft text-evergreen-700">
          <CreditCard aria-hidden strokeWidth={1.75} className="size-5" />
        </span>
        <div className="min-w-0 flex-1">
          <h2 className="font-semibold">{name}</h2>
          <p className="text-[0.9375rem]/6 text-moss">Expires {expires}</p>
        </div>
        <form method="post">
          <input type="hidden" name="intent" value="remove" />
          <input type="hidden" name="card" value={id} />
          <Button type="submit" variant="ghost" aria-label={`Remove ${name}`}>
            Remove
          </Button>
        </form>
      </div>
      {depending.length > 0 && (
        <div className="mt-5 border-line border-t border-dashed pt-5">
          <p className="text-moss">It pays for</p>
          <ul className="mt-1 grid gap-1">
            {depending.map(({ number, when }) => (
              <li key={number}>
                Booking {number}, {when}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Card>
  );
}
