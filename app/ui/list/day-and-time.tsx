/** "Nov 05, 2026, 4:30 PM": the day above the time. */
export function DayAndTime({ at }: { at: string }) {
  const comma = at.lastIndexOf(", ");
  return (
    <>
      <span className="whitespace-nowrap">{at.slice(0, comma)}</span>{" "}
      <span className="block text-moss">{at.slice(comma + 2)}</span>
    </>
  );
}
