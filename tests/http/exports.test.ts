import { beforeEach, expect, test } from "vitest";
import { testApp } from "../support/app";
import { siteRoutes } from "../support/route-table";
import { signedIn } from "../support/sign-in";

const site = await testApp();
const { pool, get, clear } = site;
let cookie: string;
let id: string;

beforeEach(async () => {
  await clear();
  ({ cookie, id } = await signedIn(site, { role: "admin", first_name: "Adele" }));
});

const trail = async () => {
  const { rows } = await pool.query(
    "select actor, entity_id, details from audit_log where action = 'list.exported' order by id",
  );
  return rows;
};

test("every CSV export leaves a row that says who took which list, how it was filtered and how many rows it had", async () => {
  const exports = siteRoutes().flatMap(({ pattern }) => (pattern.endsWith(".csv") ? [pattern] : []));
  expect(exports.length).toBeGreaterThan(10);
  for (const path of exports) {
    const csv = await (await get(path, { Cookie: cookie })).text();
    expect(csv, path).toContain("\r\n");
    const [row, ...more] = (await trail()).reverse();
    expect(more, path).toHaveLength(exports.indexOf(path));
    expect(row, path).toEqual({
      actor: `admin:${id}`,
      entity_id: expect.any(String),
      details: { rows: csv.trimEnd().split("\r\n").length - 1, filters: [] },
    });
  }
});

test("what was searched for stays out of it, since it may be somebody's name", async () => {
  await (await get("/admin/customers.csv?q=Adele&sort=&evil%3Cb%3E=1", { Cookie: cookie })).text();
  const [row] = await trail();
  expect(row).toMatchObject({ entity_id: "customers", details: { filters: ["q"] } });
  expect(JSON.stringify(row)).not.toMatch(/Adele|evil/);
  const activity = await (await get("/admin/activity", { Cookie: cookie })).text();
  expect(activity).toMatch(/exported \d+ rows? of the customers list, filtered by search/);
});

test("a download that is broken off leaves a row as well", async () => {
  const broken = await get("/admin/customers.csv", { Cookie: cookie });
  await broken.body?.cancel();
  expect(await trail()).toHaveLength(1);
});

test("nobody has the list when the row can't be written", async () => {
  await pool.query("alter table audit_log rename to audit_log_away");
  try {
    const response = await get("/admin/customers.csv", { Cookie: cookie });
    const text = await response.text().catch(() => "");
    expect(text).not.toContain("Adele");
  } finally {
    await pool.query("alter table audit_log_away rename to audit_log");
  }
});
