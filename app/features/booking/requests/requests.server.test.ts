import { beforeEach, describe, expect, test } from "vitest";
import type { StaffCtx } from "~/platform/context.server";
import type { OutgoingEmail } from "~/platform/outside/mail.server";
import { auditOf, setSetting } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { staffCtx } from "../../../../tests/support/staff";
import { handleCase, readAttention } from "../../office/attention/list.server";
import { markRequest } from "./answer.server";
import { requestList } from "./list.server";
import { readDemand, readOfficeRequest } from "./queries.server";
import { receiveRequest } from "./receive.server";

const sent: OutgoingEmail[] = [];
const mailer = {
  async send(email: OutgoingEmail) {
    sent.push(email);
    return "sent" as const;
  },
  forget: async () => {},
};
const world = await testWorld({ mailer });
const { pool, ctx, clock, queues, clear } = world;
let staff: () => StaffCtx;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  sent.length = 0;
  staff = await staffCtx(world);
});

const FORM = "11111111-1111-4111-8111-111111111111";
type Input = Parameters<typeof receiveRequest>[1];
const receive = (changes: Partial<Input> = {}) =>
  receiveRequest(ctx(), {
    request_name: "Ada Lovelace",
    request_email: "ada@mail.example",
    request_phone: "",
    zip: "03801-1234",
    draft: { service: "regular-cleaning", date: "2026-06-10" },
    form_id: FORM,
    acknowledge: true,
    ...changes,
  });
const stored = async () => (await pool.query("select * from area_requests order by created_at")).rows;
const runMails = async () => {
  await queues.run("request-acknowledged-mail");
  await queues.run("request-notice-mail");
};

describe("a request", () => {
  test("is stored once with the wish of the draft, and its sender and the office get an email", async () => {
    await setSetting(pool, "general.contact_email", "office@birch.example");
    await Promise.all([receive(), receive(), receive()]);
    const rows = await stored();
    expect(rows).toMatchObject([
      {
        zip_code: "03801",
        name: "Ada Lovelace",
        email: "ada@mail.example",
        phone: null,
        service_id: "regular-cleaning",
        status: "new",
      },
    ]);
    expect(await auditOf(pool, rows[0].id)).toEqual(["request.sent"]);
    await runMails();
    expect(sent).toMatchObject([
      { to: "ada@mail.example", subject: "White Birch Cleaning received your request" },
      { to: "office@birch.example", replyTo: "ada@mail.example", subject: "New request from 03801" },
    ]);
    expect(sent[0]?.text, "a stranger may have typed it").not.toContain("Lovelace");
    expect(sent[1]?.text).toContain("Wednesday, June 10, 2026");
  });

  test("is told to nobody who doesn't want it, nor after it was deleted", async () => {
    await setSetting(pool, "notifications.contact_form_notifications", "false");
    await receive({ acknowledge: false });
    await runMails();
    expect(sent).toEqual([]);
    await setSetting(pool, "notifications.contact_form_notifications", "true");
    await receive({ request_name: "Grace Hopper" });
    await pool.query("delete from area_requests");
    await runMails();
    expect(sent).toEqual([]);
  });
});

describe("the office", () => {
  const four = async () => {
    await receive();
    clock.advance({ minutes: 1 });
    await receive({ request_name: "Grace Hopper", request_email: "grace@mail.example" });
    clock.advance({ minutes: 1 });
    await receive({ request_name: "Alan Turing", zip: "03820", draft: { service: "", date: "" } });
    clock.advance({ minutes: 1 });
    await receive({ request_name: "Nobody", zip: "00000" });
    return stored();
  };

  test("lists requests, the newest first, and finds them by name, email and ZIP code", async () => {
    await four();
    const list = async (search: string) =>
      (await requestList.read(staff(), requestList.parse(new URLSearchParams(search)))).rows;
    expect((await list("")).map(({ name }) => name)).toEqual([
      "Nobody",
      "Alan Turing",
      "Grace Hopper",
      "Ada Lovelace",
    ]);
    expect((await list("q=03820")).map(({ name }) => name)).toEqual(["Alan Turing"]);
    expect(await list("q=grace")).toMatchObject([{ wish: "Regular Cleaning, Jun 10, 2026", zip: "03801" }]);
    expect(await list("status=answered")).toEqual([]);
  });

  test("sees the demand by ZIP code, without what is archived, and which of it is in the area now", async () => {
    const rows = await four();
    await markRequest(staff(), { id: rows[2].id, status: "archived" });
    await setSetting(pool, "area.mode", "zips");
    await setSetting(pool, "area.zips", "03263 03801");
    const demand = await readDemand(staff());
    expect(demand.zips).toMatchObject([
      { zip: "03801", requests: 2, open: 2, is_inside: true },
      { zip: "00000", requests: 1, is_inside: false },
    ]);
    expect(demand.drawing?.circles, "nobody knows where 00000 is").toMatchObject([{ name: "03801" }]);
    expect(demand.drawing?.map.marks).toHaveLength(1);
    expect(demand).toMatchObject({ is_list: true, is_anywhere: false });
  });

  test("marks a request once, with an entry in the audit trail, and puts it back", async () => {
    await receive();
    const [{ id }] = await stored();
    expect(await markRequest(staff(), { id, status: "answered" })).toMatchObject({ ok: true, before: "new" });
    expect(await markRequest(staff(), { id, status: "answered" })).toMatchObject({ before: "answered" });
    expect((await readOfficeRequest(staff(), id))?.status).toBe("answered");
    await markRequest(staff(), { id, status: "new" });
    expect(await auditOf(pool, id)).toEqual(["request.sent", "request.marked", "request.marked"]);
    for (const unknown of [FORM, "x"]) {
      expect(await markRequest(staff(), { id: unknown, status: "answered" })).toMatchObject({ ok: false });
      expect(await readOfficeRequest(staff(), unknown)).toBeNull();
    }
  });

  test("is reminded of a request until it is answered", async () => {
    await receive();
    const [{ id }] = await stored();
    const requests = async () =>
      (await readAttention(staff(), { limit: 3 })).find(({ kind }) => kind === "requests");
    expect(await requests()).toMatchObject({
      title: "1 request from outside the area",
      cases: [{ href: `/admin/requests/${id}`, what: "Ada Lovelace in 03801" }],
    });
    const handled = await handleCase(staff(), { kind: "requests", intent: "answered", id }, "/admin");
    expect(handled).toMatchObject({ ok: true });
    expect(await requests()).toBeUndefined();
  });
});
