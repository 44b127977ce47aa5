import { beforeEach, expect, test } from "vitest";
import { readEmailSetup } from "~/features/operations/settings/queries.server";
import { openMailer } from "~/platform/outside/mail.server";
import { ORIGIN, testApp, visibleText } from "../support/app";
import { auditOf } from "../support/bookings";
import { SMTP_RELAY } from "../support/ctx";
import { signedIn } from "../support/sign-in";
import { partsOf, testSmtp } from "../support/smtp";

const [old, other, ofEnvironment] = [await testSmtp(), await testSmtp(), await testSmtp()];
const site = await testApp({
  mailer: openMailer({
    smtpUrl: ofEnvironment.url,
    from: undefined,
    filesDir: undefined,
    setup: () => readEmailSetup(site.ctx()),
    relays: [SMTP_RELAY],
  }),
});
const { app, get, pool, queues, clear, clock } = site;
let owner: Awaited<ReturnType<typeof signedIn>>;

beforeEach(async () => {
  await clear();
  for (const server of [old, other, ofEnvironment]) server.received.length = 0;
  owner = await signedIn(site, { role: "owner", email: "owner@mail.example" });
});

function post(address: string, fields: Record<string, string>, cookie = owner.cookie) {
  const body = new URLSearchParams(fields);
  return app.request(new Request(ORIGIN + address, { method: "POST", headers: { Cookie: cookie }, body }));
}

const EMAIL = {
  intent: "save",
  tab: "email",
  smtp_host: "",
  smtp_port: "587",
  smtp_user: "",
  from_email: "",
};

async function useServer(server: typeof old, more: Record<string, string> = {}) {
  const { hostname, port } = new URL(server.url);
  const answer = await post("/admin/settings", { ...EMAIL, smtp_host: hostname, smtp_port: port, ...more });
  expect(answer.status).toBe(303);
}

async function tell() {
  await queues.run("settings-change-mail");
}

function linkIn({ received }: typeof old): string {
  const text =
    partsOf(received.at(-1)?.source ?? "").find(({ type }) => type === "text/plain")?.content ?? "";
  const [link = ""] = /\/undo-settings\?\S+/.exec(text) ?? [];
  return link;
}

const seen = async (link: string) => visibleText(await (await get(link)).text());
const isSignedIn = async () => (await get("/admin", { Cookie: owner.cookie })).status === 200;
const portInUse = async () => (await readEmailSetup(site.ctx())).server?.port ?? null;

test("a changed mail server is told over the old one, and is put back from there", async () => {
  await useServer(old);
  await tell();
  old.received.length = 0;
  await useServer(other);
  await tell();
  expect(other.received).toEqual([]);
  expect(old.received.map(({ to }) => to)).toEqual([[owner.email]]);
  expect(old.received[0]?.source).toContain("Your mail server was changed");

  const link = linkIn(old);
  expect(await seen(link)).toContain("Put the old mail server back?");
  expect(await portInUse()).toBe(Number(new URL(other.url).port));
  expect((await post(link, {}, "")).status).toBe(200);
  expect(await portInUse()).toBe(Number(new URL(old.url).port));
  expect(await isSignedIn()).toBe(false);
  expect(await seen(link)).toContain("The change is undone");
  expect(await auditOf(pool, "email")).toContain("settings.undone");
});

test("the first mail server of the settings is told over the one of the environment", async () => {
  await useServer(other);
  await tell();
  expect(other.received).toEqual([]);
  expect(ofEnvironment.received).toHaveLength(1);
  await post(linkIn(ofEnvironment), {}, "");
  expect(await portInUse()).toBeNull();
});

test("a link works once, for 72 hours, and only with its key", async () => {
  await useServer(old);
  await useServer(other);
  await tell();
  const link = linkIn(old);
  expect((await get(link.replace(/key=./, "key=x"))).status).toBe(404);
  expect((await post(link.replace(/key=./, "key=x"), {}, "")).status).toBe(404);
  clock.advance({ hours: 72 });
  expect(await seen(link)).toContain("This link has expired");
  await post(link, {}, "");
  expect(await portInUse()).toBe(Number(new URL(other.url).port));
});

test("an undo leaves what was changed after it was used", async () => {
  await useServer(old);
  await useServer(other);
  await tell();
  const link = linkIn(old);
  await post(link, {}, "");
  owner = await signedIn(site, { role: "owner" });
  await useServer(other);
  await post(link, {}, "");
  expect(await portInUse()).toBe(Number(new URL(other.url).port));
});

test("a changed contact address is told to the old one and is put back from there", async () => {
  const general = {
    intent: "save",
    tab: "general",
    company_name: "White Birch Cleaning",
    contact_email: "elsewhere@mail.example",
    phone: "(603) 555-0142",
    company_description: "Careful cleaning.",
    timezone: "America/New_York",
    travel_buffer_minutes: "30",
  };
  expect((await post("/admin/settings", general)).status).toBe(303);
  await tell();
  expect(ofEnvironment.received.map(({ to }) => to)).toEqual([["hello@whitebirchcleaning.example"]]);
  await post(linkIn(ofEnvironment), {}, "");
  expect(await seen("/contact")).toContain("hello@whitebirchcleaning.example");
});

test("saving without a change tells nobody", async () => {
  await useServer(old);
  await tell();
  old.received.length = 0;
  await useServer(old);
  await tell();
  expect(old.received).toEqual([]);
});
