import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { PAGE_SIZE } from "~/db/keyset";
import { aClaim } from "../../../tests/support/claims";
import { testWorld } from "../../../tests/support/ctx";
import { staffCtx } from "../../../tests/support/staff";
import { aUser, confirmedVisit } from "../../../tests/support/visits";
import { claimList } from "./list.server";

const world = await testWorld();
const { pool, ctx, clock, clear } = world;
let office: Awaited<ReturnType<typeof staffCtx>>;
let visits: { id: string; number: number; crew_id: string }[];

const list = (search = "") => claimList.read(office(), claimList.parse(new URLSearchParams(search)));
const roomsOf = async (search = "") => (await list(search)).rows.map(({ room }) => room);

/** Stores a claim about a visit, opened at this moment. An open one is due 24 hours later. */
async function claimAt(visit: number, at: string, room: string, status = "refused") {
  const id = await aClaim(pool, { booking_id: visits[visit]?.id ?? "" });
  await pool.query(
    `update claims set created_at = $2, due_at = $2::timestamptz + interval '24 hours', room = $3, status = $4,
       answered_at = case when $4 = 'open' then null else $2::timestamptz end where id = $1`,
    [id, at, room, status],
  );
  return id;
}

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  office = await staffCtx(world);
  const ada = await aUser(pool, "ada@mail.example");
  const dates = ["2026-06-10", "2026-06-11", "2026-06-12"];
  const made = [];
  for (const date of dates) made.push(await confirmedVisit(ctx({ actor: ada }), pool, { date }));
  visits = (await pool.query("select id, number, crew_id from bookings order by scheduled_date")).rows;
  expect(visits).toHaveLength(made.length);
  clock.set("2026-06-13T12:00:00Z");
  await claimAt(0, "2026-06-10T16:00:00Z", "Kitchen");
  await claimAt(1, "2026-06-11T16:00:00Z", "Bath", "open"); // overdue since noon of June 12
  await claimAt(2, "2026-06-12T16:00:00Z", "Hall", "open");
});

describe("the list of claims", () => {
  test("has the newest on top, and counts what waits for an answer whatever is searched for", async () => {
    expect(await roomsOf()).toEqual(["Hall", "Bath", "Kitchen"]);
    expect(await roomsOf("sort=date")).toEqual(["Kitchen", "Bath", "Hall"]);
    await pool.query("update claims set due_at = '2026-06-20T12:00:00Z' where room = 'Kitchen'");
    expect(await roomsOf("sort=due")).toEqual(["Bath", "Hall", "Kitchen"]);
    expect(await roomsOf("sort=-due")).toEqual(["Kitchen", "Hall", "Bath"]);
    for (const search of ["", "q=kitchen", "status=answered"])
      expect((await list(search)).waiting).toEqual({ open: 2, overdue: 1 });
  });

  test.each([
    ["status=open", ["Bath", "Hall"]],
    ["status=overdue", ["Bath"]],
    ["status=answered", ["Kitchen"]],
    ["outcome=refused", ["Kitchen"]],
    ["outcome=credit", []],
    ["status=open&outcome=refused", []],
    ["q=HALL", ["Hall"]],
    ["q=claim&status=open", ["Bath", "Hall"]],
    ["q=nothing+like+it", []],
    ["from=2026-06-11&to=2026-06-11", ["Bath"]],
  ])("with ?%s finds %j, the most urgent of open ones first", async (search, rooms) => {
    expect(await roomsOf(search)).toEqual(rooms);
    expect((await list(search)).total).toBe(rooms.length);
  });

  test("finds a claim by its visit's number and its customer's address", async () => {
    expect(await roomsOf(`q=%23${visits[1]?.number}`)).toEqual(["Bath"]);
    const { rows } = await pool.query("select address_line1 from bookings limit 1");
    expect(await roomsOf(`q=${encodeURIComponent(rows[0].address_line1)}`)).toHaveLength(3);
  });

  test("shows the claims of one crew, and those without one only among all", async () => {
    const crew = visits[0]?.crew_id;
    await pool.query("update bookings set crew_id = null where id = $1", [visits[1]?.id]);
    await pool.query("update bookings set crew_id = $2 where id <> $1", [visits[1]?.id, crew]);
    expect(await roomsOf(`crew=${crew}`)).toEqual(["Hall", "Kitchen"]);
    expect(await roomsOf(`crew=${randomUUID()}`)).toEqual([]);
    expect((await list()).crews.map(({ id }) => id)).toContain(crew);
  });

  test("has pages, each claim once", async () => {
    for (let minute = 0; minute < PAGE_SIZE; minute++)
      await claimAt(0, `2026-06-09T10:${String(minute).padStart(2, "0")}:00Z`, `Room ${minute}`);
    const first = await list();
    expect(first).toMatchObject({ total: PAGE_SIZE + 3, more: false, previous: null });
    const next = await list(`after=${first.next?.id}~${first.next?.value}`);
    expect([...first.rows, ...next.rows].map(({ room }) => room).slice(-2)).toEqual(["Room 1", "Room 0"]);
    expect(new Set([...first.rows, ...next.rows].map(({ id }) => id)).size).toBe(PAGE_SIZE + 3);
    expect(next.next).toBeNull();
  });
});
