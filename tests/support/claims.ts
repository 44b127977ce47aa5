import { randomUUID } from "node:crypto";
import type { Pool } from "pg";

/** Stores a refused claim about a visit, whose texts begin with the tag. Returns its id. */
export async function aClaim(
  pool: Pool,
  { booking_id, tag = "" }: { booking_id: string; tag?: string },
): Promise<string> {
  const id = randomUUID();
  await pool.query(
    `insert into claims (id, booking_id, room, words, status, answer, answered_at, due_at, created_at)
     values ($1, $2, $3 || 'room', $3 || 'claim', 'refused', $3 || 'no', now(), now(), now())`,
    [id, booking_id, tag],
  );
  return id;
}
