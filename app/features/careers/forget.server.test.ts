import { expect, test } from "vitest";
import { testWorld } from "../../../tests/support/ctx";
import { careers } from "./application";
import { applyForJob } from "./apply.server";
import { forgetOldApplications } from "./forget.server";

const { pool, ctx, queues, clock } = await testWorld();

const job = careers.jobs[0] as (typeof careers.jobs)[number];
const apply = (name: string) =>
  applyForJob(ctx(), {
    job,
    name,
    email: `${name.toLowerCase()}@mail.example`,
    phone: "603-555-0177",
    resume: "",
    experience: "",
    availability: "",
    coverLetter: "I have cleaned a hotel for two years and liked it.",
    form_id: name,
    acknowledge: true,
  });
const names = async () =>
  (await pool.query("select first_name from job_applications order by 1")).rows.map((row) => row.first_name);
const emails = async () =>
  (await pool.query("select 1 from mails where occasion ~ '^(application|interview)'")).rowCount;

test("applications and their emails are deleted after a year, except those of people who were hired", async () => {
  await apply("Adam");
  await apply("Hanna");
  await pool.query("update job_applications set status = 'hired' where first_name = 'Hanna'");
  clock.advance({ hours: 24 });
  await apply("Zoe");
  await queues.run("application-mail");
  await queues.run("application-acknowledged-mail");
  await pool.query(
    `insert into interviews (application_id, starts_at, minutes, place)
     select id, now(), 30, 'Here' from job_applications where first_name = 'Adam';
     insert into application_mails (application_id, subject, body)
     select id, 'Hello', 'Adam' from job_applications where first_name = 'Adam';
     insert into mails (occasion, recipient, subject, html, text, status)
     select 'interview:' || id || ':0', 'x', 'x', 'x', 'x', 'kept' from interviews
     union all select 'application-letter:' || id, 'x', 'x', 'x', 'x', 'kept' from application_mails`,
  );

  clock.advance({ hours: 24 * 364 });
  await forgetOldApplications(ctx());
  expect(await names()).toEqual(["Adam", "Hanna", "Zoe"]);
  const before = await emails();

  clock.advance({ hours: 1 });
  await forgetOldApplications(ctx());
  expect(await names()).toEqual(["Hanna", "Zoe"]);
  expect(await emails()).toBe((before ?? 0) - 4);
});
