import { beforeEach, expect, test } from "vitest";
import { testApp, visibleText } from "../support/app";
import { signedIn } from "../support/sign-in";
import { confirmedVisit } from "../support/visits";

const site = await testApp();
const { pool, ctx, get, clear } = site;

beforeEach(clear);

/** Text of the home page's first screen. */
async function heroText(): Promise<string> {
  const html = await (await get("/")).text();
  const [, hero = ""] = /aria-labelledby="hero-heading"(.*?)<\/section>/s.exec(html) ?? [];
  return visibleText(`<section ${hero}`).replace(/\s+/g, " ");
}

test("the home page shows no rating until reviews of completed visits are published, and then their average", async () => {
  const { id: user_id } = await signedIn(site);
  const visit = await confirmedVisit(ctx(), pool);
  await pool.query("update bookings set user_id = $2 where id = $1", [visit.id, user_id]);
  await pool.query(
    `insert into reviews (booking_id, user_id, rating, review_text, may_publish, published_at, created_at)
     values ($1, $2, 4, 'Spotless.', true, now(), now())`,
    [visit.id, user_id],
  );
  expect(await heroText()).not.toMatch(/\d from|customer review/);
  await pool.query("update bookings set status = 'completed'");
  await expect.poll(heroText).toContain("4 from one customer review");
});

test("the home page says that customers pay when booking, as the FAQ and the terms do", async () => {
  const text = visibleText(await (await get("/")).text());
  expect(text).toContain("Pay securely by card when you book");
  expect(text).not.toMatch(/after the cleaning is complete/);
});
