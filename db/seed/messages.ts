import { randomUUID } from "node:crypto";
import { job_applications } from "../../app/db/schema/careers";
import { contact_messages } from "../../app/db/schema/messages";
import {
  application_mails,
  canned_replies,
  interviews,
  message_replies,
  staff_notes,
} from "../../app/db/schema/office";
import type { Database } from "../../app/platform/database/database.server";
import { applications, canned, mails, meetings, messages, notes, replies } from "./message-texts";
import { seedOnce } from "./once";

/**
 * What has come in at the demo company, and what was answered: messages and applications in every state, counted back
 * from `now`. What staff wrote was written by nobody in particular, and no mail goes out.
 */
export function seedMessages(db: Database, now: Temporal.Instant): Promise<boolean> {
  return seedOnce(db, "letters", async (tx) => {
    const stamped = <Letter extends { hours: number }>({ hours, ...letter }: Letter) => {
      const created_at = now.subtract({ hours });
      return { ...letter, submission_id: randomUUID(), created_at, updated_at: created_at };
    };
    const ago = (hours: number) => {
      const at = now.subtract({ hours });
      return { created_at: at, updated_at: at };
    };
    const received = await tx
      .insert(contact_messages)
      .values(
        messages.map(({ read_hours, ...letter }) => ({
          ...stamped(letter),
          read_at: read_hours === undefined ? null : now.subtract({ hours: read_hours }),
        })),
      )
      .returning({ id: contact_messages.id, email: contact_messages.email });
    const applied = await tx
      .insert(job_applications)
      .values(applications.map(stamped))
      .returning({ id: job_applications.id, email: job_applications.email });
    const idOf = (rows: { id: string; email: string }[], email: string) =>
      rows.find((row) => row.email === email)?.id ?? "";
    await tx.insert(canned_replies).values(canned.map((reply) => ({ ...reply, ...ago(700) })));
    await tx
      .insert(message_replies)
      .values(
        replies.map(({ email, hours, body }) => ({ message_id: idOf(received, email), body, ...ago(hours) })),
      );
    const today = now.toZonedDateTimeISO("America/New_York").startOfDay();
    await tx.insert(interviews).values(
      meetings.map(({ email, days, hour, hours, ...plan }) => ({
        ...plan,
        application_id: idOf(applied, email),
        starts_at: today.add({ days }).with({ hour }).toInstant(),
        ...ago(hours),
      })),
    );
    await tx.insert(staff_notes).values(
      notes.map(({ email, hours, body }) => ({
        application_id: idOf(applied, email),
        body,
        ...ago(hours),
      })),
    );
    await tx.insert(application_mails).values(
      mails.map(({ email, hours, ...mail }) => ({
        ...mail,
        application_id: idOf(applied, email),
        ...ago(hours),
      })),
    );
  });
}
