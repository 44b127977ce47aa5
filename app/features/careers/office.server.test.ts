import { beforeEach, describe, expect, test } from "vitest";
import { addApplicationNote, removeApplicationNote } from "~/features/careers/office/status.server";
import type { StaffCtx } from "~/platform/context.server";
import type { OutgoingEmail } from "~/platform/outside/mail.server";
import { auditOf, setSetting } from "../../../tests/support/bookings";
import { testWorld } from "../../../tests/support/ctx";
import { staffCtx } from "../../../tests/support/staff";
import { contactApplicant, rejectApplication } from "./office/email.server";
import { cancelInterview, scheduleInterview } from "./office/interview.server";
import { applicationList } from "./office/list.server";
import { readOfficeApplication } from "./office/queries.server";
import { setApplicationStatus } from "./office/status.server";

const sent: OutgoingEmail[] = [];
const mailer = {
  async send(sentEmail: OutgoingEmail) {
    sent.push(sentEmail);
    return "sent" as const;
  },
  forget: async () => {},
};
const world = await testWorld({ mailer });
const { pool, queues, clear, clock } = world;
let admin: () => StaffCtx;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  sent.length = 0;
  admin = await staffCtx(world);
});

type Applicant = { name?: string; status?: string; position?: string; resume?: string | null; at?: string };

async function anApplication({ name = "Noah", status = "new", ...rest }: Applicant = {}) {
  const { position = "Team Lead", resume = null, at = "2026-05-31T12:00:00Z" } = rest;
  const { rows } = await pool.query(
    `insert into job_applications (submission_id, position, location, first_name, last_name, email, phone,
       cover_letter, status, resume_url, created_at)
     values (gen_random_uuid(), $1, 'Portsmouth, NH', $2, 'Tremblay', 'noah@mail.example', '603-555-0191',
       'I like the quiet part of it best.', $3, $4, $5) returning id`,
    [position, name, status, resume, at],
  );
  return rows[0].id as string;
}

const FORM = "11111111-1111-4111-8111-111111111111";
const OTHER_FORM = "22222222-2222-4222-8222-222222222222";
const UNKNOWN_ID = "00000000-0000-4000-8000-000000000000";
const email = { subject: "About Thursday", body: "Hello Noah,\ncan you come?", form_id: FORM };
const plan = {
  date: "2026-06-10",
  time: "10:00",
  minutes: 45,
  place: "12 Main St",
  message: "Bring an hour.",
};
const invite = (application_id: string, changes: Partial<typeof plan> = {}) =>
  scheduleInterview(admin(), { application_id, ...plan, ...changes });
const statusOf = async (id: string) => (await readOfficeApplication(admin(), id))?.status;
/** The calendar file of the newest email, with folded lines joined. */
const file = () => {
  const [attachment] = sent.at(-1)?.attachments ?? [];
  return { ...attachment, content: attachment?.content.replaceAll("\r\n ", "") ?? "" };
};
const lineOf = (name: string) => new RegExp(`^${name}[:;].*$`, "m").exec(file().content)?.[0];

describe("an interview", () => {
  test("is sent as an email with a calendar file, in the company's time zone", async () => {
    const id = await anApplication();
    expect(await invite(id)).toEqual({ ok: true, moved: false });
    await queues.run("interview-mail");
    expect(sent).toMatchObject([
      {
        to: "noah@mail.example",
        replyTo: "hello@whitebirchcleaning.example",
        subject: "Your interview: Team Lead, Wednesday, June 10, 2026",
      },
    ]);
    for (const phrase of ["Wednesday, June 10, 2026, 10:00 AM", "45 minutes", "12 Main St", "Bring an hour."])
      expect(sent[0]?.text).toContain(phrase);
    expect(file()).toMatchObject({
      filename: "interview.ics",
      contentType: "text/calendar; method=REQUEST",
    });
    for (const line of [
      "METHOD:REQUEST",
      "SEQUENCE:0",
      "DTSTART:20260610T140000Z",
      "DTEND:20260610T144500Z",
      "LOCATION:12 Main St",
    ])
      expect(file().content).toContain(line);
    expect(lineOf("ATTENDEE")).toContain("noah@mail.example");
    expect(await statusOf(id)).toBe("reviewed");
    expect(await auditOf(pool, id)).toEqual(["application.interview_scheduled"]);
  });

  test("keeps its UID and raises its SEQUENCE when it moves, and sends nothing when nothing changed", async () => {
    const id = await anApplication();
    await Promise.all([invite(id), invite(id)]);
    await queues.run("interview-mail");
    expect(sent).toHaveLength(1);
    const uid = lineOf("UID");
    expect(await invite(id, { time: "14:30" })).toEqual({ ok: true, moved: true });
    expect(await invite(id, { time: "14:30" })).toEqual({ ok: true, moved: true });
    await queues.run("interview-mail");
    expect(sent).toHaveLength(2);
    expect(lineOf("UID")).toBe(uid);
    expect(file().content).toContain("SEQUENCE:1");
    expect(file().content).toContain("DTSTART:20260610T183000Z");
    expect(sent[1]?.subject).toBe("Your interview has changed: Team Lead, Wednesday, June 10, 2026");
  });

  test("is removed from the calendar when cancelled, and returns under the same UID", async () => {
    const id = await anApplication();
    await invite(id);
    await queues.run("interview-mail");
    const uid = lineOf("UID");
    expect([await cancelInterview(admin(), id), await cancelInterview(admin(), id)]).toEqual([
      { ok: true },
      { ok: true },
    ]);
    await queues.run("interview-mail");
    expect(sent).toHaveLength(2);
    for (const line of [uid ?? "none", "METHOD:CANCEL", "STATUS:CANCELLED", "SEQUENCE:1"])
      expect(file().content).toContain(line);
    expect((await readOfficeApplication(admin(), id))?.interview?.state).toBe("cancelled");
    await invite(id);
    await queues.run("interview-mail");
    for (const line of [uid ?? "none", "METHOD:REQUEST", "SEQUENCE:2"])
      expect(file().content).toContain(line);
  });

  test("that changes before its email is sent is sent with the new data", async () => {
    const id = await anApplication();
    await invite(id);
    await invite(id, { time: "16:00" });
    await queues.run("interview-mail");
    expect(sent).toHaveLength(1);
    expect(sent[0]?.text).toContain("4:00 PM");
  });

  test("follows the company's time zone and can't be in the past", async () => {
    await setSetting(pool, "general.timezone", "America/Los_Angeles");
    const id = await anApplication();
    const today = { date: "2026-06-01" };
    expect(await invite(id, { ...today, time: "05:00" })).toMatchObject({ ok: false, reason: "past" });
    expect(await invite(id, { ...today, time: "05:01" })).toMatchObject({ ok: true });
    expect(await scheduleInterview(admin(), { application_id: UNKNOWN_ID, ...plan })).toMatchObject({
      reason: "not found",
    });
    expect(await cancelInterview(admin(), UNKNOWN_ID)).toMatchObject({ reason: "not found" });
  });

  test('changes only the status "new"', async () => {
    const id = await anApplication({ status: "hired" });
    await invite(id);
    expect(await statusOf(id)).toBe("hired");
  });
});

describe("an email to an applicant", () => {
  test("is sent once, with the company as reply address", async () => {
    const id = await anApplication();
    await Promise.all([1, 2].map(() => contactApplicant(admin(), { id, email })));
    await contactApplicant(admin(), { id, email });
    await queues.run("application-letter-mail");
    expect(sent).toMatchObject([
      { to: "noah@mail.example", replyTo: "hello@whitebirchcleaning.example", subject: "About Thursday" },
    ]);
    expect(sent[0]?.text).toContain("Hello Noah,\ncan you come?");
    expect((await readOfficeApplication(admin(), id))?.emails).toMatchObject([{ body: email.body }]);
    expect(await auditOf(pool, id)).toEqual(["application.contacted"]);
    await contactApplicant(admin(), { id, email: { ...email, body: "One more thing" } });
    expect(await queues.run("application-letter-mail")).toBe(1);
    expect(await contactApplicant(admin(), { id: UNKNOWN_ID, email })).toMatchObject({ reason: "not found" });
  });
});

describe("a rejection", () => {
  test("sends the written email once", async () => {
    const id = await anApplication();
    for (let i = 0; i < 2; i++)
      expect(await rejectApplication(admin(), { id, email })).toMatchObject({ ok: true });
    const repeated = { ...email, form_id: OTHER_FORM };
    expect(await rejectApplication(admin(), { id, email: repeated })).toMatchObject({ reason: "rejected" });
    await queues.run("application-letter-mail");
    expect(sent).toHaveLength(1);
    expect(await statusOf(id)).toBe("rejected");
    expect(await auditOf(pool, id)).toEqual(["application.rejected"]);
  });

  test("sends nothing without an email, and can be undone", async () => {
    const id = await anApplication({ status: "reviewed" });
    expect(await rejectApplication(admin(), { id, email: null })).toEqual({ ok: true, before: "reviewed" });
    expect(await queues.waiting("application-letter-mail")).toEqual([]);
    expect(await setApplicationStatus(admin(), { id, status: "reviewed" })).toEqual({
      ok: true,
      before: "rejected",
    });
    expect(await statusOf(id)).toBe("reviewed");
  });
});

test("a status change is recorded once, with the previous status", async () => {
  const id = await anApplication();
  for (const before of ["new", "hired"] as const)
    expect(await setApplicationStatus(admin(), { id, status: "hired" })).toEqual({ ok: true, before });
  const { rows } = await pool.query("select details from audit_log where entity_id = $1", [id]);
  expect(rows).toEqual([{ details: { before: { status: "new" }, after: { status: "hired" } } }]);
  expect(await setApplicationStatus(admin(), { id: UNKNOWN_ID, status: "hired" })).toMatchObject({
    ok: false,
  });
});

test("a note is stored once and can be deleted", async () => {
  const id = await anApplication();
  const note = { application_id: id, body: "Calm.", form_id: FORM };
  for (let i = 0; i < 2; i++) expect(await addApplicationNote(admin(), note)).toBe(true);
  const [added, ...more] = (await readOfficeApplication(admin(), id))?.notes ?? [];
  expect([added?.body, more]).toEqual(["Calm.", []]);
  const other = await anApplication();
  const noteId = added?.id ?? "";
  expect(await removeApplicationNote(admin(), { application_id: other, id: noteId })).toBeNull();
  expect(await removeApplicationNote(admin(), { application_id: id, id: noteId })).toBe("Calm.");
  expect(await addApplicationNote(admin(), { ...note, application_id: UNKNOWN_ID })).toBe(false);
});

describe("the list of applications", () => {
  const queryOf = (search: string) => applicationList.parse(new URLSearchParams(search));
  const names = async (search: string) =>
    (await applicationList.read(admin(), queryOf(search))).rows.map(({ name }) => name);

  test("finds by text, status and position, and the CSV file has the same rows", async () => {
    await anApplication({ name: "Noah", at: "2026-05-31T12:00:00Z" });
    await anApplication({ name: "Imani", status: "hired", at: "2026-05-30T12:00:00Z" });
    await anApplication({ name: "Linh", position: "Operations Manager", at: "2026-05-29T12:00:00Z" });
    expect(await names("")).toEqual(["Noah Tremblay", "Imani Tremblay", "Linh Tremblay"]);
    expect(await names("sort=date")).toEqual(["Linh Tremblay", "Imani Tremblay", "Noah Tremblay"]);
    expect(await names("q=IMANI")).toEqual(["Imani Tremblay"]);
    expect(await names("status=hired")).toEqual(["Imani Tremblay"]);
    expect(await names("position=Operations+Manager")).toEqual(["Linh Tremblay"]);
    const found: string[] = [];
    for await (const rows of applicationList.lines(admin(), queryOf("status=new")))
      found.push(...rows.map(({ first_name }) => first_name));
    expect(found).toEqual(["Noah", "Linh"]);
  });

  test("has exact totals on every page", async () => {
    for (let i = 0; i < 30; i++) await anApplication({ name: `Many${i}` });
    await anApplication({ name: "Hired", status: "hired" });
    const { total, next, rows } = await applicationList.read(admin(), queryOf("status=new"));
    expect([total, rows.length]).toEqual([30, 25]);
    const rest = await applicationList.read(admin(), queryOf(`status=new&after=${next?.id}~${next?.value}`));
    expect(rest.rows).toHaveLength(5);
  });

  test("counts every column as a board and shows the newest of each", async () => {
    for (let i = 0; i < 25; i++) await anApplication({ name: `Many${i}` });
    await anApplication({ name: "Hired", status: "hired" });
    const { columns, rows, total } = await applicationList.read(admin(), queryOf("view=board&status=hired"));
    expect(columns).toEqual({ new: 25, reviewed: 0, interviewed: 0, hired: 1, rejected: 0 });
    expect([rows.length, total]).toEqual([21, 26]);
  });

  test("links only web addresses", async () => {
    const links = await Promise.all(
      ["https://cv.example/noah", "javascript:alert(1)", "on paper", null].map(async (resume) => {
        const id = await anApplication({ resume });
        const { resume: text, resume_link } = (await readOfficeApplication(admin(), id)) ?? {};
        return [text, resume_link];
      }),
    );
    expect(links).toEqual([
      ["https://cv.example/noah", "https://cv.example/noah"],
      ["javascript:alert(1)", null],
      ["on paper", null],
      [null, null],
    ]);
  });
});
