import { beforeEach, describe, expect, test } from "vitest";
import { ORIGIN, testApp, visibleText } from "../support/app";
import { signedIn } from "../support/sign-in";
import { toastOf } from "../support/visitor";

const site = await testApp();
const { app, get, pool, clear } = site;
let admin: { id: string; cookie: string };

beforeEach(async () => {
  await clear();
  await pool.query("delete from canned_replies");
  admin = await signedIn(site, { role: "admin", first_name: "Amira", last_name: "Office" });
});

async function see(path: string) {
  const response = await get(path, { Cookie: admin.cookie });
  const html = await response.text();
  return { status: response.status, headers: response.headers, html, text: visibleText(html) };
}

async function send(path: string, fields: Record<string, string>) {
  const body = new URLSearchParams(fields);
  const response = await app.request(
    new Request(ORIGIN + path, { method: "POST", headers: { Cookie: admin.cookie }, body }),
  );
  const html = await response.text();
  const to = response.headers.get("Location");
  return { status: response.status, to, html, text: visibleText(html), toast: toastOf(response) };
}

async function aMessage({ name = "Ada Lovelace", message = "Do you do windows?", status = "new" } = {}) {
  const { rows } = await pool.query(
    `insert into contact_messages (submission_id, name, email, message, status, created_at)
     values (gen_random_uuid(), $1, 'ada@mail.example', $2, $3, '2026-06-01T12:00Z') returning id`,
    [name, message, status],
  );
  return rows[0].id as string;
}

async function anApplication({ resume = "" } = {}) {
  const { rows } = await pool.query(
    `insert into job_applications (submission_id, position, location, first_name, last_name, email, phone,
       experience, availability, cover_letter, resume_url, created_at)
     values (gen_random_uuid(), 'Team Lead', 'Portsmouth, NH', 'Noah', '=cmd()', 'noah@mail.example',
       '603-555-0191', 'Two years', 'Weekdays', 'I like <b>the</b> quiet part of it.', nullif($1, ''),
       '2026-06-01T12:00Z') returning id`,
    [resume],
  );
  return rows[0].id as string;
}

const FORM = "11111111-1111-4111-8111-111111111111";
const NOBODY = "00000000-0000-4000-8000-000000000000";

describe("messages", () => {
  test("are listed with their text, and the menu shows how many are new", async () => {
    const id = await aMessage({ message: "Cats <script>alert(1)</script>" });
    const { status, headers, text, html } = await see("/admin/messages");
    expect([status, headers.get("Cache-Control")]).toEqual([200, "no-store"]);
    expect(text).toContain("Messages1 new");
    expect(text).toContain("Archive All Read");
    expect(text).toMatch(/Ada Lovelace.*ada@mail\.example.*Cats.*Jun 01, 2026, 8:00 AM.*New/);
    expect(html).not.toContain("<script>alert");
    const panel = await see(`/admin/messages/${id}?status=new`);
    for (const phrase of ["Quick Reply", "Send Reply", "Mark as Read", "No phone"])
      expect(panel.text).toContain(phrase);
    expect(panel.html).toContain('href="/admin/messages?status=new"');
  });

  test("have no Quick Reply once answered, and can be restored once archived", async () => {
    const replied = await see(`/admin/messages/${await aMessage({ status: "replied" })}`);
    expect(replied.text).not.toContain("Quick Reply");
    expect(replied.text).not.toContain("Mark as Read");
    const archived = await see(`/admin/messages/${await aMessage({ status: "archived" })}`);
    expect(archived.text).toContain("Restore");
    expect(archived.text).not.toContain("Send Reply");
  });

  test("are answered, marked and archived without script", async () => {
    const path = `/admin/messages/${await aMessage()}`;
    expect((await send(path, { intent: "read" })).toast).toMatchObject({
      title: "Marked as read",
      undo: { action: path, fields: { intent: "unread" } },
    });
    const reply = { intent: "reply", body: "We \u0000do.", form_id: FORM, seen: "0" };
    expect((await send(`${path}?q=ada&canned=all`, reply)).to).toBe(`${path}?q=ada`);
    expect((await send(path, reply)).toast?.title).toBe("Reply sent");
    const { rows } = await pool.query("select body, author_id from message_replies");
    expect(rows).toEqual([{ body: "We do.", author_id: admin.id }]);
    expect((await see(path)).text).toContain("Amira Office");
    const archive = await send(`${path}?q=ada`, { intent: "archive" });
    expect(archive.to).toBe("/admin/messages?q=ada");
    expect(archive.toast).toMatchObject({
      title: "Message archived",
      undo: { action: path, fields: { intent: "restore" } },
    });
    expect((await send(path, { intent: "restore" })).toast?.title).toBe("Message restored");
  });

  test.each([
    [{ body: "" }, "Please write a reply"],
    [{ body: " \u200B\n " }, "Please write a reply"],
    [{ body: "x".repeat(5001) }, "A reply can have at most 5,000 characters"],
  ])("refuse the reply %j", async (changes, message) => {
    const path = `/admin/messages/${await aMessage()}`;
    const { status, text } = await send(path, { intent: "reply", form_id: FORM, seen: "0", ...changes });
    expect([status, text.includes(message)]).toEqual([400, true]);
  });

  test("keep what was typed when a colleague has answered meanwhile", async () => {
    const id = await aMessage();
    const reply = { intent: "reply", form_id: FORM, seen: "0" };
    await send(`/admin/messages/${id}`, { ...reply, body: "We do." });
    const { status, text, html } = await send(`/admin/messages/${id}`, { ...reply, body: "My words" });
    expect([status, text.includes("A colleague just replied.")]).toEqual([409, true]);
    expect(html).toMatch(/<textarea[^>]*>My words<\/textarea>/);
  });

  test("are archived all at once when read, and restored", async () => {
    await aMessage({ status: "replied" });
    await aMessage();
    const done = await send("/admin/messages?status=replied", { intent: "archive-read" });
    expect([done.to, done.toast?.title]).toEqual(["/admin/messages?status=replied", "1 message archived"]);
    const { action = "", fields = {} } = done.toast?.undo ?? {};
    expect((await send(action, fields)).toast?.title).toBe("1 message restored");
    await pool.query("delete from contact_messages where status = 'replied'");
    expect((await send("/admin/messages", { intent: "archive-read" })).toast?.title).toBe(
      "Nothing to archive",
    );
  });

  test("have canned replies in a dialog with its own address", async () => {
    const path = `/admin/messages/${await aMessage()}`;
    const canned = { intent: "canned-save", id: "", title: "Windows", body: "We do, {name}." };
    expect((await send(`${path}?canned=new`, { ...canned, title: "" })).text).toContain(
      "Please enter a name",
    );
    expect((await send(`${path}?canned=new`, canned)).toast?.title).toBe("Canned reply saved");
    const again = await send(`${path}?canned=new`, { ...canned, body: "We don't." });
    expect([again.status, again.text.includes("already a canned reply with this name")]).toEqual([409, true]);
    const { rows } = await pool.query("select id from canned_replies");
    expect((await see(`${path}?canned=all`)).text).toContain("Windows");
    expect((await see(`${path}?insert=${rows[0].id}`)).html).toContain(">We do, Ada.</textarea>");
    const removed = await send(path, { intent: "canned-remove", id: rows[0].id });
    expect(removed.toast).toMatchObject({
      title: "Canned reply deleted",
      undo: { fields: { title: "Windows" } },
    });
  });
});

describe("applications", () => {
  test("show everything in the specification, and link web addresses only", async () => {
    const id = await anApplication({ resume: "javascript:alert(1)" });
    const list = await see("/admin/applications");
    expect(list.text).toContain("Job Applications1 new");
    for (const phrase of [
      "Noah =cmd()",
      "Team Lead",
      "noah@mail.example",
      "603-555-0191",
      "Two years",
      "Weekdays",
    ])
      expect(list.text).toContain(phrase);
    const panel = await see(`/admin/applications/${id}`);
    for (const phrase of ["Schedule Interview", "Mark Reviewed", "Contact Applicant", "Reject"])
      expect(panel.text).toContain(phrase);
    expect(panel.html).not.toContain('href="javascript:');
    expect(panel.html).not.toContain("<b>the</b>");
    await pool.query("update job_applications set resume_url = null");
    expect((await see(`/admin/applications/${id}`)).text).toContain("No resume attached");
    await pool.query("update job_applications set resume_url = 'https://cv.example/noah'");
    expect((await see(`/admin/applications/${id}`)).html).toContain('href="https://cv.example/noah"');
  });

  test("work without script, form by form", async () => {
    const path = `/admin/applications/${await anApplication()}`;
    expect((await see(`${path}?form=interview`)).text).toContain("Send Invitation");
    expect((await see(`${path}?form=reject`)).text).toContain("Tell the applicant by email");
    const plan = { intent: "interview", date: "2199-06-10", time: "10:00", minutes: "30", place: "Here" };
    expect((await send(`${path}?view=board&form=interview`, plan)).to).toBe(`${path}?view=board`);
    const titleOf = async (fields: Record<string, string>) => (await send(path, fields)).toast?.title;
    expect(await titleOf({ ...plan, time: "11:00" })).toBe("Interview changed");
    expect(await titleOf({ intent: "cancel-interview" })).toBe("Interview cancelled");
    const email = { form_id: FORM, subject: "Hello", body: "Noah" };
    expect(await titleOf({ intent: "contact", ...email })).toBe("Email sent");
    expect(await titleOf({ intent: "note", form_id: FORM, body: "Calm." })).toBe("Note added");
    expect(await titleOf({ intent: "status", status: "hired" })).toBe("Marked as hired");
    expect((await send(path, { intent: "reject", form_id: FORM })).toast).toMatchObject({
      title: "Application rejected",
      undo: { fields: { status: "hired" } },
    });
    const { text } = await see(path);
    for (const phrase of ["Cancelled", "Calm.", "Amira Office"]) expect(text).toContain(phrase);
  });

  test.each([
    [{ date: "2026-02-30" }, "Please choose a date"],
    [{ date: "" }, "Please choose a date"],
    [{ time: "25:00" }, "Please choose a time"],
    [{ date: "2020-06-10" }, "Please choose a time in the future"],
    [{ minutes: "4" }, "Between 5 and 480 minutes"],
    [{ minutes: "1e9" }, "Between 5 and 480 minutes"],
    [{ minutes: "soon" }, "Between 5 and 480 minutes"],
    [{ place: " \u0000 " }, "Please enter a location"],
    [{ message: "x".repeat(2001) }, "Message can have at most 2,000 characters"],
  ])("refuse the interview %j", async (changes, message) => {
    const path = `/admin/applications/${await anApplication()}`;
    const plan = { date: "2199-06-10", time: "10:00", minutes: "30", place: "Here", ...changes };
    const { status, text } = await send(`${path}?form=interview`, { intent: "interview", ...plan });
    expect([status, text.includes(message)]).toEqual([400, true]);
    expect((await pool.query("select 1 from interviews")).rows).toEqual([]);
  });

  test("move on the board, with undo", async () => {
    const id = await anApplication();
    const { to, toast } = await send("/admin/applications?view=board", {
      intent: "status",
      id,
      status: "reviewed",
    });
    expect(to).toBe("/admin/applications?view=board");
    expect(toast).toMatchObject({
      title: "Marked as reviewed",
      undo: { action: "/admin/applications?view=board", fields: { id, status: "new" } },
    });
    expect((await send("/admin/applications", { intent: "status", id, status: "x" })).status).toBe(400);
    expect((await send("/admin/applications", { intent: "status", id: NOBODY, status: "new" })).status).toBe(
      404,
    );
  });
});

test("the CSV files have what the lists show, with no text that a spreadsheet would run", async () => {
  await aMessage({ name: "=cmd()" });
  await aMessage({ status: "archived" });
  await anApplication();
  const linesOf = async (path: string) => {
    const { html, headers } = await see(path);
    expect(headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    return html.trim().split("\r\n");
  };
  const [head, ...lines] = await linesOf("/admin/messages.csv?status=new");
  expect(head).toBe("\ufeffReceived,Status,Read at,Name,Email,Phone,Message,Replies".replace("\ufeff", ""));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^2026-06-01T12:00:00Z,New,,'=cmd\(\),ada@mail\.example,,Do you do windows\?,0$/);
  const [, ...applications] = await linesOf("/admin/applications.csv?position=Team+Lead");
  expect(applications).toHaveLength(1);
  expect(applications[0]).toContain(",Noah,'=cmd(),noah@mail.example,");
});

test.each(["messages", "applications"])("odd addresses of %s do no harm", async (name) => {
  const odd = [
    "?after=1",
    "?after=x~y",
    `?before=${NOBODY}~soon`,
    "?sort=password",
    "?q=%25%27%22%5C",
    "?status=x",
  ];
  for (const query of [...odd, `?q=${"a".repeat(5000)}`, "?view=board&q=%F0%9F%8C%BF%E2%80%8B"]) {
    expect((await see(`/admin/${name}${query}`)).status).toBe(200);
    expect((await see(`/admin/${name}.csv${query}`)).status).toBe(200);
  }
  for (const id of [NOBODY, "nobody", "1%27"]) {
    expect((await see(`/admin/${name}/${id}`)).status).toBe(404);
    for (const intent of ["archive", "reject", "cancel-interview"])
      expect([400, 404]).toContain((await send(`/admin/${name}/${id}`, { intent })).status);
  }
});
