import type { OfficeBooking } from "~/features/booking/office/booking";
import { OfficeSection } from "./section";

/** What happened to the booking, the newest first. */
export function OfficeHistory({ history }: { history: OfficeBooking["history"] }) {
  return (
    <OfficeSection title="History">
      {history.length === 0 ? (
        <p className="text-[0.9375rem] text-moss">No history yet.</p>
      ) : (
        <ol className="grid gap-3 border-line border-l pl-4">
          {history.map(({ id, what, who, at }) => (
            <li key={id} className="text-[0.9375rem]/5">
              <p className="wrap-anywhere">{what}</p>
              <p className="mt-0.5 text-[0.8125rem]/5 text-moss">
                {who}, {at}
              </p>
            </li>
          ))}
        </ol>
      )}
    </OfficeSection>
  );
}
