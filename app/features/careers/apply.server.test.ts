import { beforeEach, expect, test } from "vitest";
import type { OutgoingEmail } from "~/platform/outside/mail.server";
import { auditOf } from "../../../tests/support/bookings";
import { testWorld } from "../../../tests/support/ctx";
import { careers } from "./application";
import { applyForJob } from "./apply.server";

const sent: OutgoingEmail[] = [];
const mailer = {
  async send(email: OutgoingEmail) {
    sent.push(email);
    return "sent" as const;
  },
  forget: async () => {},
};
const { pool, ctx, queues, clear } = await testWorld({ mailer });

beforeEach(async () => {
  await clear();
  sent.length = 0;
});

const job = careers.jobs[1] as (typeof careers.jobs)[number];
const application = {
  job,
  name: "Noah van Tremblay",
  email: "noah@mail.example",
  phone: "603-555-0177",
  resume: "https://www.linkedin.com/in/noah",
  experience: "Two years in hotels",
  coverLetter: "I have cleaned a hotel for two years.\nI would like to do it well.",
  form_id: "form",
  acknowledge: true,
};
const stored = async () => (await pool.query("select * from job_applications order by created_at")).rows;
const email = async () => {
  await queues.run("application-mail");
  await queues.run("application-acknowledged-mail");
};

test("an application is stored as new with its opening and an audit entry", async () => {
  expect(await applyForJob(ctx(), application)).toEqual({ ok: true });
  const [row] = await stored();
  expect(row).toMatchObject({
    position: "Team Lead",
    location: "Portsmouth, NH",
    first_name: "Noah",
    last_name: "van Tremblay",
    email: "noah@mail.example",
    phone: "603-555-0177",
    experience: "Two years in hotels",
    availability: null,
    resume_url: "https://www.linkedin.com/in/noah",
    cover_letter: application.coverLetter,
    status: "new",
  });
  expect(await auditOf(pool, row.id)).toEqual(["application.sent"]);
});

test("an application sent twice is stored once, and one for another opening is stored as well", async () => {
  await Promise.all([1, 2].map(() => applyForJob(ctx(), application)));
  expect(await stored()).toHaveLength(1);
  await applyForJob(ctx(), {
    ...application,
    job: { title: "Cleaning Specialist", location: "Portsmouth, NH" },
  });
  expect(await stored()).toHaveLength(2);
});

test("the company gets an email it can reply to, and the applicant gets a confirmation without text typed in the form", async () => {
  await applyForJob(ctx(), application);
  await email();
  const [office, applicant] = sent;
  expect([office?.to, office?.replyTo, applicant?.to]).toEqual([
    "hello@whitebirchcleaning.example",
    "noah@mail.example",
    "noah@mail.example",
  ]);
  expect(office?.subject).toBe("New application: Team Lead, Noah van Tremblay");
  expect(office?.text).toContain("I would like to do it well.");
  expect(office?.html).toContain('href="https://www.linkedin.com/in/noah"');
  expect(JSON.stringify(applicant)).not.toMatch(/Tremblay|hotel|linkedin/);
});

test("a résumé that is not a web address is not shown as a link", async () => {
  await applyForJob(ctx(), { ...application, resume: "javascript:alert(1)" });
  await queues.run("application-mail");
  expect(sent[0]?.html).not.toContain('href="javascript');
  expect(sent[0]?.text).toContain("javascript:alert(1)");
});

test("an applicant whose address got several emails gets no more", async () => {
  await applyForJob(ctx(), { ...application, acknowledge: false });
  await email();
  expect(sent.map(({ to }) => to)).toEqual(["hello@whitebirchcleaning.example"]);
});
