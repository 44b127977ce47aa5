import type { RevealView } from "~/features/customers/codes/rules";

/** Who saw the codes, the newest first. */
export function RevealLog({ reveals }: { reveals: RevealView[] }) {
  if (reveals.length === 0) return <p className="text-[0.9375rem] text-moss">Nobody has looked at them.</p>;
  return (
    <ul className="divide-y divide-line">
      {reveals.map(({ id, who, when, what, booking, phone }) => (
        <li key={id} className="wrap-anywhere py-2.5 text-[0.9375rem]/6 first:pt-0 last:pb-0">
          <p className="flex flex-wrap justify-between gap-x-4">
            <span className="font-medium">{who}</span>
            <span className="text-moss tabular-nums">{when}</span>
          </p>
          <p className="text-moss">{[what, booking, phone].filter(Boolean).join(" · ")}</p>
        </li>
      ))}
    </ul>
  );
}
