import { expect, test } from "vitest";
import { seedMessages } from "../../../db/seed/messages";
import { testDatabase } from "../../../tests/support/database";
import { applicationSchema } from "../careers/forms";
import { messageSchema } from "./forms";

const { db, pool } = await testDatabase();
const now = Temporal.Instant.from("2026-06-01T12:00:00Z");

test("the demo company has messages in every state, once, each of which the form would accept", async () => {
  expect([await seedMessages(db, now), await seedMessages(db, now)]).toEqual([true, false]);
  const { rows: messages } = await pool.query("select * from contact_messages");
  const { rows: applications } = await pool.query("select * from job_applications");
  const statuses = (rows: { status: string }[]) => [...new Set(rows.map(({ status }) => status))].sort();
  expect(statuses(messages)).toEqual(["archived", "new", "replied"]);
  expect(statuses(applications)).toEqual(["hired", "interviewed", "new", "rejected", "reviewed"]);
  const { rows: written } = await pool.query(
    `select 'reply' as kind, message_id::text as about from message_replies
     union all select 'interview', application_id::text from interviews
     union all select 'note', application_id::text from staff_notes
     union all select 'mail', application_id::text from application_mails`,
  );
  expect(new Set(written.map(({ kind }) => kind))).toEqual(new Set(["reply", "interview", "note", "mail"]));
  for (const { phone, ...message } of messages)
    expect(messageSchema.safeParse({ ...message, phone: phone ?? undefined }).error).toBeUndefined();
  for (const { first_name, last_name, email, phone, cover_letter } of applications) {
    const form = { name: `${first_name} ${last_name}`, email, phone, coverLetter: cover_letter };
    expect(applicationSchema.safeParse(form).error).toBeUndefined();
  }
});
