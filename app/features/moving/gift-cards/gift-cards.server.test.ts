import { createHash, randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { eraseCustomer } from "~/features/identity/privacy/erase.server";
import { startCommit } from "~/features/moving/commit.server";
import { answerConflicts } from "~/features/moving/mapping.server";
import { readImports } from "~/features/moving/queries.server";
import { undoImport } from "~/features/moving/undo.server";
import { whyHeld } from "~/features/notifications/email/hold.server";
import { readBalance } from "~/features/payments/credit/queries.server";
import { renewImportedHashes } from "~/features/payments/gift-cards/code.server";
import { resendGiftCard, sendGiftCards } from "~/features/payments/gift-cards/deliver.server";
import { readGiftCards, readGiftLiability } from "~/features/payments/gift-cards/queries.server";
import { readGiftBalance, redeemGiftCard } from "~/features/payments/gift-cards/redeem.server";
import { refundGiftCard } from "~/features/payments/gift-cards/refund.server";
import { placeOfKey, renewDigestKeys } from "~/platform/auth/digests.server";
import { openVault } from "~/platform/auth/vault.server";
import type { StaffCtx } from "~/platform/context.server";
import { differencesIn } from "../../../../tests/support/books";
import { testWorld } from "../../../../tests/support/ctx";
import { csvText, dryRun, importFile, viewOf } from "../../../../tests/support/imports";
import { staffCtx } from "../../../../tests/support/staff";
import { aUser } from "../../../../tests/support/visits";

const world = await testWorld();
const { pool, queues, clear, clock, ctx } = world;
let staff: () => StaffCtx;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  staff = await staffCtx(world);
});

const HEAD = [
  "Code",
  "Remaining Balance",
  "Buyer",
  "Recipient",
  "Recipient Email",
  "Purchase Date",
  "Expiration Date",
];
const row = (code: string, balance: string, expires = "") => [
  ...[code, balance, "Ruth Merrill", "Ida Frost", "ida@mail.example", "3/9/2025", expires],
];
const file = (...rows: string[][]) => csvText(HEAD, ...rows);
const cards = async () => (await pool.query("select * from gift_cards order by number")).rows;
async function aCustomer() {
  const actor = await aUser(pool, "ida@mail.example");
  await pool.query("insert into profiles (id) values ($1) on conflict do nothing", [actor.id]);
  return { ...ctx(), actor };
}

describe("a file of gift cards", () => {
  test("holds nothing that could be switched on later", async () => {
    await importFile(world, staff(), file(row("HOLD-NONE-2026", "$20.00")));
    expect(await readImports(staff())).toMatchObject([{ state: "committed", held: null }]);
  });

  test("brings nothing back of a buyer or recipient who was erased, and their card all the same", async () => {
    const customers = csvText(["Name", "Email"], ["Ida Frost", "ida@mail.example"]);
    await importFile(world, staff(), customers);
    const { rows } = await pool.query("select id, number from customers where first_name = 'Ida'");
    const [{ id, number }] = rows;
    expect(await eraseCustomer(staff(), { id, confirm: String(number) })).toEqual({ ok: true });
    const run = await importFile(world, staff(), file(row("IDAS-CARD-2026", "$20.00")));
    expect((await viewOf(staff(), run)).rows).toMatchObject([
      { reason: "Its buyer or recipient was erased here: their name and email are left out." },
    ]);
    expect(await cards()).toMatchObject([
      { amount: 2000, recipient_email: null, buyer_name: "Ruth Merrill" },
    ]);
    const kept = await pool.query(
      "select to_jsonb(stored) as row from import_rows stored where run_id = $1",
      [run],
    );
    expect(kept.rows[0].row.sealed).toBe("");
    expect(JSON.stringify([kept.rows, await cards()])).not.toMatch(/Ida Frost|ida@mail/i);
  });

  test("is recognized by its headings, and its codes work here however they are typed", async () => {
    const id = await importFile(world, staff(), file(row("gift-ab12-cd34", "$75.00")));
    expect(await viewOf(staff(), id)).toMatchObject({ subject: "gift_cards", added: 1, counts: { new: 1 } });
    const [card] = await cards();
    expect(card).toMatchObject({ amount: 7500, status: "paid", provider: "imported", sealed_code: null });
    expect(JSON.stringify(card)).not.toMatch(/ab12/i);
    const ida = await aCustomer();
    expect(await readGiftBalance(ida, "GIFT AB12 CD34")).toMatchObject({ cents: 7500 });
    expect(await redeemGiftCard(ida, { code: "giftab12cd34" })).toMatchObject({ ok: true, amount: 7500 });
    expect(await readBalance(ida, ida.actor.id, "USD")).toBe(7500);
    expect(await redeemGiftCard(ida, { code: "giftab12cd34" })).toMatchObject({ ok: false });
    expect(await differencesIn(pool, ctx())).toEqual([]);
  });

  test("sends no email and moves no money, and its cards are owed until they are redeemed", async () => {
    await importFile(world, staff(), file(row("gift-ab12-cd34", "75"), row("gift-ef56-gh78", "25")));
    await sendGiftCards(ctx());
    expect(await queues.waiting("gift-card-mail")).toEqual([]);
    expect((await pool.query("select from money_events")).rowCount).toBe(0);
    expect(await readGiftLiability(ctx())).toEqual([{ total: "$100.00", imported: "$100.00" }]);
    await redeemGiftCard(await aCustomer(), { code: "gift-ef56-gh78" });
    expect(await readGiftLiability(ctx())).toEqual([{ total: "$75.00", imported: "$75.00" }]);
    expect((await readGiftCards(ctx())).map(({ state, may_refund }) => [state, may_refund])).toContainEqual([
      "Moved in",
      false,
    ]);
    const [card] = await cards();
    expect(await refundGiftCard(staff(), { id: card.id })).toMatchObject({ reason: "refused" });
  });

  test("finds its cards in the office by their people and by their number", async () => {
    await importFile(world, staff(), file(row("gift-ab12-cd34", "75"), row("gift-ef56-gh78", "25")));
    await pool.query("update gift_cards set recipient_name = 'Grace 100%' where amount = 2500");
    const found = async (q: string) => (await readGiftCards(ctx(), q)).map(({ amount }) => amount);
    expect(await found("grace")).toEqual(["$25.00"]);
    expect(await found("0%")).toEqual(["$25.00"]);
    expect(await found("_")).toEqual([]);
    expect((await found("IDA@mail")).sort()).toEqual(["$25.00", "$75.00"]);
    const [card] = await cards();
    expect(await found(`#${card.number}`)).toEqual(["$75.00"]);
  });

  test("opens no emails that an import of customers holds", async () => {
    await importFile(world, staff(), csvText(["Name", "Email"], ["Ida Frost", "ida@mail.example"]));
    await importFile(world, staff(), file(row("gift-ab12-cd34", "75")));
    expect(await whyHeld(ctx().db, "ida@mail.example", randomUUID())).toContain("was imported");
  });

  test("leaves the code as it is while emails to whoever has it are held", async () => {
    const people = await importFile(
      world,
      staff(),
      csvText(["Name", "Email"], ["Ida Frost", "ida@mail.example"]),
    );
    await importFile(world, staff(), file(row("gift-ab12-cd34", "75")));
    const [{ id }] = await cards();
    expect(await resendGiftCard(staff(), { id })).toEqual({
      ok: false,
      message: expect.stringMatching(
        /^Not sent: this customer was imported, .+ The code that they have still works\.$/,
      ),
    });
    expect(await readGiftBalance(ctx(), "gift-ab12-cd34")).toMatchObject({ cents: 7500 });
    await pool.query("update import_runs set mails_open_at = now() where id = $1", [people]);
    expect(await resendGiftCard(staff(), { id })).toEqual({ ok: true, to: "ida@mail.example" });
    expect(await readGiftBalance(ctx(), "gift-ab12-cd34")).toBeNull();
  });

  test("has bad rows for short and repeated codes, balances of nothing, and cards that have expired", async () => {
    const rows = [
      row("1234567", "10"),
      row("abcd-1234", "10"),
      row("ABCD1234", "10"),
      row("efgh-1234", "0.00"),
      row("ijkl-1234", "ten"),
      row("mnop-1234", "10", "5/31/2026"),
    ];
    const id = await importFile(world, staff(), file(...rows));
    const view = await viewOf(staff(), id);
    expect(view.rows.map(({ verdict, reason }) => [verdict, reason])).toEqual([
      ["bad", expect.stringMatching(/8 to 40 letters and digits/)],
      ["new", null],
      ["bad", "The code is that of line 3."],
      ["bad", "Nothing is left on this card."],
      ["bad", "Balance: “ten” is not an amount. Write it like 75.00."],
      ["bad", "This card expired on May 31, 2026."],
    ]);
    expect(await cards()).toHaveLength(1);
  });

  test("adds nothing the second time, and another balance is for people to decide about", async () => {
    await importFile(world, staff(), file(row("gift-ab12-cd34", "75")));
    const again = await importFile(world, staff(), file(row("GIFT AB12 CD34", "75")));
    expect((await viewOf(staff(), again)).counts).toMatchObject({ same: 1 });
    const id = await dryRun(world, staff(), file(row("gift-ab12-cd34", "50")));
    expect((await viewOf(staff(), id)).rows).toMatchObject([
      { verdict: "conflict", differences: [{ field: "Balance", ours: "$75.00", theirs: "$50.00" }] },
    ]);
    await answerConflicts(staff(), { id, line: "all", answer: "theirs" });
    expect(await startCommit(staff(), id)).toEqual({ ok: true });
    await queues.run("commit-import");
    expect(await cards()).toMatchObject([{ amount: 5000 }]);
    expect(await undoImport(staff(), id)).toEqual({ ok: true });
    expect(await cards()).toMatchObject([{ amount: 7500 }]);
  });

  test("is not undone before a later one that changed a card", async () => {
    const first = await importFile(world, staff(), file(row("gift-ab12-cd34", "75")));
    clock.advance({ minutes: 1 });
    const later = await dryRun(world, staff(), file(row("gift-ab12-cd34", "50")));
    await answerConflicts(staff(), { id: later, line: "all", answer: "theirs" });
    await startCommit(staff(), later);
    await queues.run("commit-import");
    expect(await undoImport(staff(), first)).toMatchObject({
      reason: "depended on",
      dependents: [{ what: expect.stringMatching(/^gift card #\S+ was changed by a later import$/) }],
    });
    expect(await undoImport(staff(), later)).toEqual({ ok: true });
    expect(await undoImport(staff(), first)).toEqual({ ok: true });
    expect(await cards()).toEqual([]);
  });

  test("with a code that a spreadsheet has shortened to a number has a bad row", async () => {
    const id = await importFile(
      world,
      staff(),
      file(row("1.23457E+15", "75"), row("1234567890123456", "75")),
    );
    expect((await viewOf(staff(), id)).rows.map(({ verdict, reason }) => [verdict, reason])).toEqual([
      ["bad", expect.stringMatching(/^A spreadsheet has shortened this code/)],
      ["new", null],
    ]);
  });

  test("leaves a card that was redeemed here as it is", async () => {
    await importFile(world, staff(), file(row("gift-ab12-cd34", "75")));
    await redeemGiftCard(await aCustomer(), { code: "gift-ab12-cd34" });
    const id = await dryRun(world, staff(), file(row("gift-ab12-cd34", "50")));
    expect((await viewOf(staff(), id)).rows).toMatchObject([
      { verdict: "same", reason: "Nothing: it was redeemed here." },
    ]);
  });

  test("keeps nothing of somebody who is erased, and can still be undone", async () => {
    const id = await importFile(world, staff(), file(row("gift-ab12-cd34", "75")));
    const ida = await aCustomer();
    const { rows } = await pool.query("select number from customers where id = $1", [ida.actor.id]);
    const confirm = String(rows[0].number);
    expect(await eraseCustomer(staff(), { id: ida.actor.id, confirm })).toEqual({ ok: true });
    const kept = await pool.query("select * from import_rows");
    expect(JSON.stringify([kept.rows, await cards()])).not.toMatch(/ida|frost/i);
    expect(kept.rows).toMatchObject([{ sealed: "" }]);
    expect(await undoImport(staff(), id)).toEqual({ ok: true });
    expect(await cards()).toEqual([]);
  });

  test("is undone until a card is redeemed, and says which", async () => {
    const content = file(row("gift-ab12-cd34", "75"), row("gift-ef56-gh78", "25"));
    const first = await importFile(world, staff(), content);
    expect(await undoImport(staff(), first)).toEqual({ ok: true });
    expect(await cards()).toEqual([]);
    const second = await importFile(world, staff(), content);
    await redeemGiftCard(await aCustomer(), { code: "gift-ab12-cd34" });
    expect(await undoImport(staff(), second)).toMatchObject({
      reason: "depended on",
      count: 1,
      dependents: [{ customer_id: expect.any(String), what: expect.stringMatching(/^redeemed gift card #/) }],
    });
    expect(await cards()).toHaveLength(2);
  });
});

test("a card is redeemed on its last day, and not a day later", async () => {
  await importFile(world, staff(), file(row("gift-ab12-cd34", "75", "6/30/2026")));
  const ida = await aCustomer();
  const late = { ...ida, now: Temporal.Instant.from("2026-07-01T12:00:00Z") };
  expect(await redeemGiftCard(late, { code: "gift-ab12-cd34" })).toEqual({
    ok: false,
    message: "This gift card expired on Jun 30, 2026. Please call us.",
  });
  expect(await readGiftBalance(late, "gift-ab12-cd34")).toMatchObject({ cents: 0, expired: "2026-06-30" });
  const last = { ...ida, now: Temporal.Instant.from("2026-06-30T20:00:00Z") };
  expect(await redeemGiftCard(last, { code: "gift-ab12-cd34" })).toMatchObject({ ok: true });
});

describe("the code of an imported card", () => {
  test("is stored under a key of the site, and not as a digest that anybody can make", async () => {
    await importFile(world, staff(), file(row("AB12CD34", "$75.00")));
    const plain = createHash("sha256").update("AB12CD34").digest("hex");
    const [{ code_hash }] = await cards();
    expect(code_hash).toMatch(/^[\w-]{43}$/);
    const { rows } = await pool.query("select from import_rows where person_key = $1", [plain]);
    expect(rows).toEqual([]);
  });

  test("of an import before there was a key works, is the same card, and gets under the key", async () => {
    await importFile(world, staff(), file(row("AB12CD34", "$75.00")));
    const keyed = (await cards())[0].code_hash;
    const plain = createHash("sha256").update("AB12CD34").digest("hex");
    await pool.query("update gift_cards set code_hash = $1", [plain]);
    expect(await readGiftBalance(ctx(), "ab12-cd34")).toMatchObject({ cents: 7500 });
    const id = await importFile(world, staff(), file(row("AB12CD34", "$75.00")));
    expect((await viewOf(staff(), id)).counts).toMatchObject({ same: 1, new: 0 });
    await renewImportedHashes(ctx());
    await renewImportedHashes(ctx());
    expect(await cards()).toMatchObject([{ code_hash: keyed }]);
    expect(await readGiftBalance(ctx(), "ab12-cd34")).toMatchObject({ cents: 7500 });
  });

  test("works after the secret was replaced and the old one forgotten", async () => {
    await importFile(world, staff(), file(row("AB12CD34", "$75.00")));
    const [before, after] = ["an old secret of 32 letters or more", "a new secret of 32 letters or more."];
    const { rows } = await pool.query("select id, sealed_key from digest_keys");
    const key = ctx().vault.open(rows[0].sealed_key, placeOfKey(rows[0].id)) ?? "";
    await pool.query("update digest_keys set sealed_key = $1", [
      openVault(before).seal(key, placeOfKey(rows[0].id)),
    ]);
    await ctx().db.transaction((tx) => renewDigestKeys(tx, openVault(after, before)));
    const site = { ...ctx(), vault: openVault(after) };
    expect(await readGiftBalance(site, "ab12-cd34")).toMatchObject({ cents: 7500 });
  });
});
