type Insert = (table: string, values: Record<string, unknown>) => Promise<unknown>;

/** An entry code of a home that a crew saw for a booking, and words of the booking's notes that are none, with the tag. */
export async function addCodes(
  insert: Insert,
  tag: string,
  { home, booking }: { home: string; booking: string },
) {
  const code = { property_id: home, kind: "code", label: `${tag}lockbox` };
  await insert("entry_codes", { ...code, sealed: `${tag}sealed` });
  const seen = { booking_id: booking, phone_name: `${tag}crewphone`, revealed_at: new Date() };
  await insert("entry_code_reveals", { ...code, ...seen });
  await insert("entry_code_dismissals", { booking_id: booking, words: `${tag}pin`, created_at: new Date() });
}
