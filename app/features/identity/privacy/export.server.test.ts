import { strFromU8, unzipSync } from "fflate";
import sharp from "sharp";
import { beforeEach, describe, expect, test } from "vitest";
import { requestNewsletter } from "~/features/content/newsletter/subscribe.server";
import { UUIDS } from "~/lib/ids";
import { storePicture } from "~/platform/files/store-file.server";
import { setSetting } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { aCustomer, aCustomerOfEverything, bookAndPay } from "../../../../tests/support/customers";
import { rowsWith } from "../../../../tests/support/everywhere";
import { exportData } from "./export.server";

const world = await testWorld();
const { pool, ctx, clock, clear } = world;
const TAG = "xqada";
const OTHER_TAG = "xqbob";

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
});

type Customer = Awaited<ReturnType<typeof aCustomer>>;

async function download({ ctx: own }: Pick<Customer, "ctx">) {
  const { filename, zip } = await exportData({ ...own, now: clock.now });
  const files = Object.fromEntries(
    Object.entries(unzipSync(zip)).map(([name, bytes]) => [name, strFromU8(bytes)]),
  );
  const everything = Object.values(files).join("\n");
  return { filename, files, everything, data: JSON.parse(files["data.json"] ?? "null") };
}

const aJpeg = () =>
  sharp({ create: { width: 9, height: 6, channels: 3, background: "#2a6" } })
    .jpeg()
    .toBuffer();

test("the ZIP is named after the company and the date and contains six files", async () => {
  await setSetting(pool, "general.company_name", "Snow & Birch");
  const ada = await aCustomer(world, TAG);
  clock.set("2026-06-02T03:30:00Z"); // still June 1 for the company
  const { filename, files } = await download(ada);
  expect(filename).toBe("snow-birch-data-2026-06-01.zip");
  expect(Object.keys(files).sort()).toEqual(
    ["README.txt", "bookings.csv", "cleanings.ics", "data.json", "properties.csv", "reviews.csv"].sort(),
  );
  expect(files["README.txt"]).toContain("Your data at Snow & Birch");
  const readme = files["README.txt"]?.replace(/\s+/g, " ");
  expect(readme).toContain(
    "saved articles, messages, job applications, requests from outside our area, newsletter, emails we sent you, invitations to our team",
  );
});

describe("data.json", () => {
  test("contains everything about the customer", async () => {
    const ada = await aCustomerOfEverything(world, TAG);
    const { data } = await download(ada);
    expect(data).toMatchObject({
      account: { email: ada.email, name: `${TAG}first ${TAG}last`, email_verified: true },
      profile: { first_name: `${TAG}first`, last_name: `${TAG}last`, phone: `${TAG}phone` },
      sign_in_methods: [{ provider: "credential" }],
      roles: [{ role: "user" }],
      sessions: [{ current: true }],
      properties: [{ name: `${TAG}home`, special_instructions: `=${TAG}instructions`, pets: `${TAG}cat` }],
      home_photos: [{ caption: `${TAG}caption`, file: expect.stringMatching(/^photos\/.+\.webp$/) }],
      visit_photos: [{ kind: "after", file: expect.stringMatching(/^photos\/.+\.webp$/) }],
      entry_codes: [{ kind: "code", label: `${TAG}lockbox` }],
      entry_code_reveals: [{ label: `${TAG}lockbox`, revealed_at: expect.any(String) }],
      home_checklists: [{ text: `${TAG}item` }],
      at_payment_providers: [{ provider: "stripe", provider_customer_id: `${TAG}payer`, cards: [] }],
      visit_reports: [{ kind: "damage", words: `${TAG}report`, answer: `${TAG}answered` }],
      reviews: [{ rating: 5, review_text: `${TAG}review` }],
      refunds: [{ amount: 7950, status: "completed" }],
      calendar_addresses: [{ shows: "own visits", created_at: expect.any(String) }],
      saved_articles: [{ article_id: 5, created_at: expect.any(String) }],
      newsletter: { email: `${TAG}Email@mail.example`, status: "subscribed" },
      messages: [{ message: `${TAG}message`, status: "new" }],
      job_applications: [{ position: "Team Lead", cover_letter: `${TAG}letter`, status: "new" }],
      area_requests: [{ zip_code: "03801", name: `${TAG}asker` }],
      invitations: [{ role: "dispatcher", accepted_at: null }],
      message_replies: [{ body: `${TAG}reply` }],
      interviews: [{ place: `${TAG}place` }],
      application_mails: [{ subject: `${TAG}subject`, body: `${TAG}answer` }],
    });
    const notes = data.bookings.map((booking: { notes: string }) => booking.notes).sort();
    expect(notes).toEqual([`${TAG}left`, `${TAG}notes`, `${TAG}notes`, `${TAG}notes`]);
    expect(data.orders.map((order: { amount: number }) => order.amount)).toEqual([
      15900, 15900, 15900, 15900,
    ]);
    const subjects = data.mails.map((mail: { subject: string }) => mail.subject);
    expect(subjects.filter((subject: string) => subject.startsWith("Booked:"))).toHaveLength(3);
    expect(subjects).toContain("Verify your email for White Birch Cleaning");
    expect(data.mails.map((mail: { text: string }) => mail.text).join()).toContain(`Hi ${TAG}card`);
    const actions = data.activity.map(
      (entry: { actor: string; action: string }) => `${entry.actor} ${entry.action}`,
    );
    expect(actions).toEqual(expect.arrayContaining(["guest user.signed_up", "you booking.held"]));
  });

  test("comes with the photos of visits and homes, and says who took none of them", async () => {
    const ada = await aCustomerOfEverything(world, TAG);
    const { files, data } = await download(ada);
    const [{ file }] = data.visit_photos;
    expect(Object.keys(files)).not.toContain(file); // the store does not have it
    const stored = await storePicture(ctx(), await aJpeg());
    if (!stored.ok) throw new Error(stored.reason);
    await pool.query("update visit_photos set file_id = $1", [stored.file.id]);
    const again = await download(ada);
    const name = `photos/${stored.file.id}.webp`;
    expect(again.data.visit_photos).toMatchObject([{ file: name, booking_id: ada.done.id }]);
    expect(Object.keys(again.files)).toContain(name);
    expect(again.everything).not.toContain("Maria");
  });

  test("leaves out the oldest photos of visits when there are too many, and says how many", async () => {
    const ada = await aCustomerOfEverything(world, TAG);
    await pool.query("update files set bytes = 30000000");
    await pool.query(
      `insert into visit_photos (id, booking_id, member_id, file_id, kind, happened_at)
       select gen_random_uuid(), booking_id, member_id, file_id, 'before', '2020-01-01' from visit_photos`,
    );
    const { data, files } = await download(ada);
    expect(data.visit_photos).toMatchObject([
      { kind: "before", file: null },
      { kind: "after", file: expect.any(String) },
    ]);
    expect(files["README.txt"]).toContain("1 older photo of a visit did not fit");
  });

  test("contains the disputes of the customer's payments and no others", async () => {
    const ada = await aCustomer(world, TAG);
    await bookAndPay(world, ada.ctx, TAG, { date: "2026-06-10" });
    await bookAndPay(world, ctx(), OTHER_TAG, { date: "2026-06-11" });
    await pool.query(
      `insert into disputes (id, order_id, amount, currency, status, reason, opened_at)
       select 'du_' || b.notes, o.id, 15900, 'USD', 'open', 'fraudulent', now()
       from orders o join bookings b on b.id = o.booking_id`,
    );
    expect((await download(ada)).data.disputes).toMatchObject([
      { id: `du_${TAG}notes`, amount: 15900, status: "open", reason: "fraudulent" },
    ]);
  });

  test("contains guest bookings made with a verified email", async () => {
    await bookAndPay(world, ctx(), TAG, { date: "2026-06-10" });
    const stranger = await aCustomer(world, TAG, { verified: false });
    const { email_verified: _, ...actor } = stranger.ctx.actor;
    expect((await download(stranger)).data.bookings).toEqual([]);
    const owner = { ctx: { ...stranger.ctx, actor: { ...actor, email_verified: true } } };
    expect((await download(owner)).data.bookings).toMatchObject([{ notes: `${TAG}notes` }]);
  });
});

test("messages and applications are included once the email is verified", async () => {
  await pool.query(
    `insert into contact_messages (submission_id, name, email, message)
     values (gen_random_uuid(), 'Ada', $1, 'Do you do windows?')`,
    [`${TAG}EMAIL@mail.example`],
  );
  const stranger = await aCustomer(world, TAG, { verified: false });
  expect((await download(stranger)).data.messages).toEqual([]);
  const actor = { ...stranger.ctx.actor, email_verified: true };
  const { data } = await download({ ctx: { ...stranger.ctx, actor } });
  expect(data.messages).toMatchObject([{ message: "Do you do windows?" }]);
});

describe("the newsletter subscription", () => {
  test("is included with its emails once the email is verified", async () => {
    const email = `${TAG}email@mail.example`;
    await requestNewsletter(ctx(), { email });
    await world.queues.run("newsletter-mail");
    const stranger = await aCustomer(world, TAG, { verified: false });
    const subjects = ({ mails }: { mails: { subject: string }[] }) => mails.map(({ subject }) => subject);
    const wanted = "Please confirm your White Birch Cleaning newsletter subscription";
    const before = (await download(stranger)).data;
    expect(before.newsletter).toBeNull();
    expect(subjects(before)).not.toContain(wanted);
    const actor = { ...stranger.ctx.actor, email_verified: true };
    const { data, everything } = await download({ ctx: { ...stranger.ctx, actor } });
    expect(data.newsletter).toMatchObject({ email, status: "pending" });
    expect(subjects(data)).toContain(wanted);
    expect(everything).toMatch(/newsletter\/confirm\?id=[^\s&]+&until=\d+&key=\(left out\)/);
  });
});

describe("the spreadsheets", () => {
  test("have one row per visit with its amounts, and no formulas", async () => {
    const ada = await aCustomerOfEverything(world, TAG);
    const { files } = await download(ada);
    const [, ...rows] = (files["bookings.csv"] ?? "").trim().split("\r\n");
    expect(rows).toHaveLength(4);
    expect(rows.find((row) => row.startsWith(`#${ada.given.number},`))).toContain(
      ",159.00,159.00,79.50,USD,",
    );
    const tables = Object.keys(files).filter((name) => name.endsWith(".csv"));
    for (const name of tables) expect(files[name]?.match(UUIDS), name).toBeNull();
    expect(files["properties.csv"]).toContain(`'=${TAG}instructions`);
    expect(files["reviews.csv"]).toContain(`#${ada.done.number},Regular Cleaning,2026-06-03,5,${TAG}review`);
  });

  test("include a calendar of confirmed and completed visits", async () => {
    const ada = await aCustomerOfEverything(world, TAG);
    const calendar = (await download(ada)).files["cleanings.ics"] ?? "";
    const unfolded = calendar.replaceAll("\r\n ", "");
    expect(unfolded.match(/BEGIN:VEVENT/g)).toHaveLength(2);
    expect(unfolded).toContain(`UID:${ada.done.id}`);
    expect(unfolded).not.toContain(ada.given.id);
    expect(unfolded).toContain("DTSTART:20260603T120000Z");
  });
});

describe("the ZIP does not contain", () => {
  test("passwords, tokens or other secrets", async () => {
    const ada = await aCustomerOfEverything(world, TAG);
    const { rows } = await pool.query(
      `select password as secret from accounts union all select token from sessions
       union all select secret from two_factors union all select backup_codes from two_factors
       union all select token_hash from calendar_addresses union all select identifier from verifications
       union all select sealed from entry_codes
       union all select payment_session_id from orders union all select request_hash from bookings
       union all select substring(text from 'token=([^\\s&]+)') from mails where text like '%token=%'`,
    );
    const secrets = rows.map(({ secret }) => secret).filter((secret) => secret && secret.length > 4);
    expect(secrets.length).toBeGreaterThan(10);
    const { everything } = await download(ada);
    for (const secret of secrets) expect(everything).not.toContain(secret);
  });

  test("data of another customer, the crew or staff", async () => {
    const bob = await aCustomerOfEverything(world, OTHER_TAG);
    clock.set("2026-06-01T12:00:00Z");
    const ada = await aCustomerOfEverything(world, TAG);
    await pool.query(
      "insert into audit_log (at, actor, action, entity, entity_id, details) values (now(), $1, 'booking.looked_at', 'booking', $2, '{}')",
      [`admin:${bob.ctx.actor.id}`, ada.done.id],
    );
    expect(await rowsWith(pool, OTHER_TAG)).not.toEqual({});
    const { everything, data } = await download(ada);
    expect(everything).toContain(TAG);
    expect(everything).not.toContain(OTHER_TAG);
    expect(everything).not.toContain(bob.ctx.actor.id);
    expect(everything).not.toContain(bob.done.id);
    expect(everything).not.toContain("crew@company.example");
    expect(data.activity).toContainEqual(expect.objectContaining({ actor: "our team" }));
  });
});
