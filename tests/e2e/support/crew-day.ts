import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { type Browser, expect, type Page } from "@playwright/test";
import { demoAdministrator, logIn } from "./account";
import { askDatabase } from "./site-database";

type Messages = Record<string, string>;

/** What the app says, by the names of its messages. */
export const WORDS = Object.fromEntries(
  ["en", "es"].map((language) => [
    language,
    JSON.parse(readFileSync(`app/features/fieldwork/messages/${language}.json`, "utf8")),
  ]),
) as Record<"en" | "es", Messages>;

/** A crew of its own with a member and two visits of today in company time, at 8:00 AM and 1:00 PM. */
export async function aCrewDay(language: "en" | "es") {
  const name = `Crew ${randomUUID().slice(0, 8)}`;
  const [crew] = await askDatabase(
    "insert into crews (name, sort_order, is_active) values ($1, 900, false) returning id",
    [name],
  );
  const [member] = await askDatabase(
    "insert into crew_members (crew_id, name, language) values ($1, 'Luz', $2) returning id",
    [crew?.id, language],
  );
  const visits = await askDatabase(
    `insert into bookings (service_id, crew_id, scheduled_date, scheduled_time, duration_hours, starts_at, ends_at, blocked,
       status, total_amount, price_lines, policy, address_line1, city, state, zip_code, customer_name, customer_email)
     select 'regular-cleaning', $1, starts::date, starts::time, 3, starts at time zone 'America/New_York',
       (starts + interval '3 hours') at time zone 'America/New_York',
       tstzrange(starts at time zone 'America/New_York', (starts + interval '3 hours') at time zone 'America/New_York'),
       'confirmed', 15900, '[{"label": "Regular Cleaning, 3 hours", "amount": 15900}]',
       '{"full_refund_hours": 24, "late_fee_percent": 50}', street, 'Pittsfield', 'NH', '03263', 'Grace Hopper',
       'grace@mail.example'
     from (values (8, '1 Elm Street'), (13, '2 Oak Street')) as v (hour, street),
       lateral (select date_trunc('day', now() at time zone 'America/New_York') + make_interval(hours => hour) as starts) s
     order by hour returning id`,
    [crew?.id],
  );
  const [first = "", second = ""] = visits.map(({ id }) => id ?? "");
  return { crew: crew?.id ?? "", member: member?.id ?? "", first, second };
}

export type CrewDay = Awaited<ReturnType<typeof aCrewDay>>;

/** An administrator on the page of the member's phones. */
export async function officeOf(browser: Browser, { crew, member }: CrewDay): Promise<Page> {
  const context = await browser.newContext();
  await logIn(context.request, await demoAdministrator());
  const page = await context.newPage();
  await page.goto(`/admin/crews/${crew}/members/${member}`);
  return page;
}

/** The member opens the office's link and chooses a PIN. */
export async function join(phone: Page, office: Page, words: Messages) {
  await office.getByRole("button", { name: "Make a link" }).click();
  const link = await office.getByLabel("Link", { exact: true }).inputValue();
  await phone.goto(link);
  await phone.getByLabel(words.pin ?? "", { exact: true }).fill("280419");
  await phone.getByLabel(words.pin_again ?? "", { exact: true }).fill("280419");
  await phone.getByRole("button", { name: words.join_button }).click();
  await expect(phone).toHaveURL("/crew");
}

/** Until the service worker has stored what the page needs. */
export async function installed(page: Page) {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) =>
        navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }),
      );
  });
  await expect.poll(() => storedIn(page)).toContain("crew-page");
}

/** The caches that the phone keeps. */
export const storedIn = (page: Page) => page.evaluate(() => caches.keys());

/** Everything that can be tapped and is smaller than a thumb in a glove needs. */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("a[href], button, summary, select, textarea, label:has(input)")].flatMap(
      (one) => {
        const { width, height } = one.getBoundingClientRect();
        const isShown = width > 0 && height > 0;
        return isShown && Math.min(width, height) < 47.5 ? `${one.textContent} ${width} × ${height}` : [];
      },
    ),
  );
}

/** What the server knows of a visit: its events in the order of arrival, and its status. */
export async function tapsOf(visit: string): Promise<string[]> {
  const rows = await askDatabase("select kind from visit_events where booking_id = $1 order by position", [
    visit,
  ]);
  return rows.map(({ kind }) => kind ?? "");
}
