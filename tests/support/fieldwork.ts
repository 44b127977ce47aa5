import { randomInt, randomUUID } from "node:crypto";
import type { QueryResult } from "pg";

type Insert = (table: string, values: Record<string, unknown>) => Promise<QueryResult>;

/** An item of a home's checklist, a photo of it and an answered report from a booking, with the tag, and a crew's taps at it. */
export async function addFieldwork(
  insert: Insert,
  tag: string,
  { home, booking }: { home: string; booking: string },
) {
  const { rows } = await insert("checklist_items", {
    property_id: home,
    text: `${tag}item`,
    text_es: `${tag}cosa`,
  });
  const crew = await insert("crews", { name: `Crew ${randomInt(1_000_000_000)}`, is_active: false });
  const member = await insert("crew_members", { crew_id: crew.rows[0].id, name: "Maria" });
  const taps = {
    booking_id: booking,
    member_id: member.rows[0].id,
    phone_at: new Date(),
    received_at: new Date(),
  };
  const tap = { ...taps, id: randomUUID(), happened_at: new Date() };
  await insert("visit_events", { ...tap, kind: "checked", item_id: rows[0].id });
  await insert("refused_events", { ...taps, id: randomUUID(), kind: "started", reason: "too old" });
  const aFile = async () => {
    const file = await insert("files", {
      ...{ kind: "photo", status: "stored", media_type: "image/webp", bytes: 1 },
      sha256: randomUUID().replaceAll("-", "").padEnd(64, "0"),
    });
    return file.rows[0].id as string;
  };
  await insert("visit_photos", {
    ...{ id: randomUUID(), booking_id: booking, member_id: member.rows[0].id, kind: "after" },
    ...{ file_id: await aFile(), happened_at: new Date() },
  });
  await insert("home_photos", { property_id: home, file_id: await aFile(), caption: `${tag}caption` });
  await insert("visit_reports", {
    ...{ id: randomUUID(), booking_id: booking, member_id: member.rows[0].id, kind: "damage" },
    ...{ words: `${tag}report`, happened_at: new Date(), answer: `${tag}answered`, answered_at: new Date() },
  });
}
