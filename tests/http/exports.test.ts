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

test("every CSV export is audited with who, which list, which filters and how many rows", async () => {
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

test("the search text is not audited, since it may be a name", async () => {
  await (await get("/admin/customers.csv?q=Adele&sort=&evil%3Cb%3E=1", { Cookie: cookie })).text();
  const [row] = await trail();
  expect(row).toMatchObject({ entity_id: "customers", details: { filters: ["q"] } });
  expect(JSON.stringify(row)).not.toMatch(/Adele|evil/);
  const activity = await (await get("/admin/activity", { Cookie: cookie })).text();
  expect(activity).toMatch(/exported \d+ rows? of the customers list, filtered by search/);
});

test("an aborted download is audited too", async () => {
  const broken = await get("/admin/customers.csv", { Cookie: cookie });
  await broken.body?.cancel();
  expect(await trail()).toHaveLength(1);
});

test("no list is returned if the audit entry can't be written", async () => {
  await pool.query("alter table audit_log rename to audit_log_away");
  try {
    const response = await get("/admin/customers.csv", { Cookie: cookie });
    const text = await response.text().catch(() => "");
    expect(text).not.toContain("Adele");
  } finally {
    await pool.query("alter table audit_log_away rename to audit_log");
  }
});
