import { beforeEach, describe, expect, test } from "vitest";
import { EMPTY_DRAFT } from "~/features/booking/checkout/draft";
import { settleSession } from "~/features/payments/settlement/settle.server";
import { draftCookies } from "../../app/features/booking/checkout/draft";
import { testApp } from "../support/app";
import { aBody, DAY, paySession, sessionState, setCrews } from "../support/bookings";

const { pool, ctx, get, post, clear } = await testApp();

const DRAFT = "5f0c6f0e-2b1a-4c3d-8e4f-9a0b1c2d3e4f";
const ADDRESS = { street: "14 Barnstead Road", city: "Pittsfield", state: "NH", zip: "03263" };
const COOKIE = draftCookies(
  { ...EMPTY_DRAFT, id: DRAFT, date: DAY, time: "8:00 AM", address: ADDRESS },
  { secure: true },
)
  .map((cookie) => cookie.split(";")[0])
  .join("; ");

beforeEach(async () => {
  await clear();
  await setCrews(pool, 1);
});

async function slotsOn(day: string, query: string) {
  const response = await get(`/api/availability?service=regular-cleaning&month=2026-06&hours=3${query}`);
  const { days } = await response.json();
  return days.find(({ date }: { date: string }) => date === day).slots;
}

describe("a slot held by a draft", () => {
  test("is free for that draft and full for everybody else", async () => {
    await post("/api/create-payment", aBody(), { "Idempotency-Key": DRAFT });
    const eight = { time: "8:00 AM" };
    expect((await slotsOn(DAY, ""))[0]).toEqual({ ...eight, state: "full" });
    expect((await slotsOn(DAY, `&draft=${DRAFT}`))[0]).toEqual({ ...eight, state: "free" });
    expect((await slotsOn(DAY, `&draft=${DRAFT.replace("5", "6")}`))[0]).toEqual({ ...eight, state: "full" });
  });

  test("is still selected on the way back from the checkout", async () => {
    await post("/api/create-payment", aBody(), { "Idempotency-Key": DRAFT });
    const html = await (await get("/book", { Cookie: COOKIE })).text();
    const input = /<input[^>]*value="8:00 AM"[^>]*>/.exec(html)?.[0];
    expect(input).toMatch(/checked=""/);
    expect(input).not.toMatch(/disabled/);
  });

  test("is full for that draft, too, once it is paid", async () => {
    const session = await paySession(ctx(), {}, DRAFT);
    await settleSession(ctx(), await sessionState(ctx(), session));
    expect((await slotsOn(DAY, `&draft=${DRAFT}`))[0]).toEqual({ time: "8:00 AM", state: "full" });
  });

  test("is requested by a UUID", async () => {
    const response = await get("/api/availability?service=regular-cleaning&month=2026-06&hours=3&draft=x");
    expect([response.status, (await response.json()).error.message]).toEqual([400, "draft must be a UUID."]);
  });
});

test("a paid draft is replaced by an empty one", async () => {
  const session = await paySession(ctx(), {}, DRAFT);
  expect(await (await get("/book", { Cookie: COOKIE })).text()).toContain(DRAFT);
  await settleSession(ctx(), await sessionState(ctx(), session));
  const html = await (await get("/book", { Cookie: COOKIE })).text();
  expect(html).not.toContain(DRAFT);
  expect(html).not.toContain(ADDRESS.street);
});

test("the draft's cookies are restricted to https if the site is", async () => {
  const response = await post("/book", "intent=month:2026-06&city=Pittsfield", {
    "Content-Type": "application/x-www-form-urlencoded",
  });
  expect(response.headers.getSetCookie()).toHaveLength(2);
  for (const cookie of response.headers.getSetCookie()) expect(cookie).toMatch(/; SameSite=Lax; Secure$/);
});
