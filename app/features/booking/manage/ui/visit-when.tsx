/** A day and a time whose parts stay together: "Tuesday, November 24, 2026, 8:00 AM". */
export function VisitWhen({ day, time }: { day: string; time: string }) {
  return (
    <>
      {day}, <span className="whitespace-nowrap">{time}</span>
    </>
  );
}
