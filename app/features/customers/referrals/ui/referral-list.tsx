import { Link } from "react-router";
import { Badge } from "~/ui/list/badge";

type Person = { id: string; name: string };

type Props = {
  referrals: {
    id: string;
    order: { id: string; number: string };
    referrer: Person;
    friend: Person | null;
    on: string;
    state: string;
    tone: "amber" | "green" | "neutral";
  }[];
};

/** Who recommended us to whom, and what has become of it. */
export function ReferralList({ referrals }: Props) {
  return (
    <ul className="grid divide-y divide-line">
      {referrals.map(({ id, order, referrer, friend, on, state, tone }) => (
        <li
          key={id}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2 text-[0.9375rem]/6"
        >
          <span className="wrap-anywhere min-w-0">
            <PersonLink person={referrer} /> referred{" "}
            {friend ? <PersonLink person={friend} /> : "somebody new"}
            <span className="block text-moss">
              {on},{" "}
              <Link to={`/admin/orders/${order.id}`} className={look}>
                order {order.number}
              </Link>
            </span>
          </span>
          <Badge tone={tone}>{state}</Badge>
        </li>
      ))}
    </ul>
  );
}

const look = "-my-1 inline-block rounded-control py-1 text-evergreen-700 hover:underline";

function PersonLink({ person: { id, name } }: { person: Person }) {
  return (
    <Link to={`/admin/customers/${id}`} className={look}>
      {name}
    </Link>
  );
}
