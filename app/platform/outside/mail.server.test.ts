import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { afterAll, describe, expect, test } from "vitest";
import { testSmtp } from "../../../tests/support/smtp";
import { type EmailSetup, openMailer } from "./mail.server";

/** Offers no encryption, and says that it takes passwords. */
const plain = await testSmtp({ login: { user: "birch", pass: "hunter2" } });
const port = Number(new URL(plain.url).port);
/** Some other service of the network: it introduces itself with a banner of its own. */
const internal = createServer((socket) => void socket.end("SSH-2.0-OpenSSH_9.9 internal-build-77\r\n"));
await once(internal.listen(0, "127.0.0.1"), "listening");
afterAll(() => void internal.close());
const internalPort = (internal.address() as AddressInfo).port;

const mail = {
  id: "8f1b2c9e-0000-4000-8000-000000000001",
  from: { name: "White Birch", address: "office@birch.example" },
  to: "ada@mail.example",
  subject: "Hello",
  html: "<p>Hello</p>",
  text: "Hello",
  attachments: [],
};
const atHome = async () => [{ address: "127.0.0.1", family: 4 }];
const nothing = { smtpUrl: undefined, from: undefined, filesDir: undefined };
const settings = (server: Partial<NonNullable<EmailSetup["server"]>>) => async (): Promise<EmailSetup> => ({
  server: { host: "127.0.0.1", port, user: "birch", pass: "hunter2", ...server },
  from: null,
});

describe("a password is not sent to another machine in clear", () => {
  test.each([
    ["SMTP_URL", { smtpUrl: `smtp://birch:hunter2@mail.example:${port}` }],
    [
      "SMTP_URL that asks for it",
      { smtpUrl: `smtp://birch:hunter2@mail.example:${port}?requireTLS=false&ignoreTLS=true` },
    ],
    ["the settings", { setup: settings({ host: "mail.example" }), relays: ["mail.example"] }],
  ])("by %s", async (_, options) => {
    const mailer = openMailer({ ...nothing, resolve: atHome, ...options });
    await expect(mailer.send(mail)).rejects.toThrow("No encrypted connection to mail.example could be made.");
    expect(plain.logins).toEqual([]);
    expect(plain.received).toEqual([]);
  });

  test("while a server on this machine gets it", async () => {
    for (const options of [
      { smtpUrl: plain.url.replace("//", "//birch:hunter2@") },
      { setup: settings({}), relays: ["127.0.0.1"] },
    ]) {
      expect(await openMailer({ ...nothing, ...options }).send(mail)).toBe("sent");
    }
    expect(plain.logins).toEqual(["birch", "birch"]);
  });
});

describe("a mail server of the settings is on the public Internet", () => {
  const before = () => plain.received.length;

  test.each(["127.0.0.1", "169.254.169.254", "10.0.0.8", "::1", "::ffff:127.0.0.1"])(
    "so %s is not called",
    async (host) => {
      const mailer = openMailer({ ...nothing, setup: settings({ host }) });
      await expect(mailer.send(mail)).rejects.toThrow(`${host} is on a private network.`);
    },
  );

  test("so a name with one private address among public ones is not called", async () => {
    const resolve = async () => [{ address: "93.184.215.14", family: 4 }, ...(await atHome())];
    const mailer = openMailer({ ...nothing, resolve, setup: settings({ host: "mixed.example" }) });
    await expect(mailer.send(mail)).rejects.toThrow("mixed.example is on a private network.");
  });

  test("unless the operator allows it by name", async () => {
    const sent = before();
    const setup = settings({ host: "relay.internal", user: "" });
    const open = openMailer({ ...nothing, resolve: atHome, setup, relays: ["relay.internal"] });
    plain.open.on = true;
    expect(await open.send(mail)).toBe("sent");
    plain.open.on = false;
    const other = openMailer({ ...nothing, resolve: atHome, setup, relays: ["other.internal"] });
    await expect(other.send(mail)).rejects.toThrow("SMTP_RELAYS");
    expect(plain.received).toHaveLength(sent + 1);
  });
});

describe("an error says what kind it is and nothing that another service said", () => {
  const relays = ["127.0.0.1", "relay.example"];

  test("of a service that is no mail server", async () => {
    const setup = settings({ port: internalPort, user: "" });
    const error = await openMailer({ ...nothing, setup, relays })
      .send(mail)
      .catch((reason) => reason);
    expect(error.message).toBe("127.0.0.1 doesn't respond like a mail server. Check the host and the port.");
    expect(JSON.stringify([String(error), error, error.stack])).not.toMatch(/SSH|internal-build/);
  });

  test("of a port where nobody listens", async () => {
    const mailer = openMailer({ ...nothing, setup: settings({ port: 9 }), relays });
    await expect(mailer.send(mail)).rejects.toThrow("127.0.0.1 refused the connection.");
  });

  test("of a name that nobody has", async () => {
    const resolve = () => Promise.reject(Object.assign(new Error("getaddrinfo"), { code: "ENOTFOUND" }));
    const mailer = openMailer({ ...nothing, resolve, setup: settings({ host: "relay.example" }), relays });
    await expect(mailer.send(mail)).rejects.toThrow("The name relay.example can't be found.");
  });

  test("of a server that does not greet", async () => {
    plain.shut.on = true;
    const patience = { connectionTimeout: 200, greetingTimeout: 200, socketTimeout: 200 };
    const mailer = openMailer({ ...nothing, setup: settings({}), relays, patience });
    await expect(mailer.send(mail)).rejects.toThrow("127.0.0.1 did not respond in time.");
    plain.shut.on = false;
  });

  test("while a mail server's own reply to a mail or a login is told", async () => {
    const wrong = openMailer({ ...nothing, setup: settings({ pass: "wrong" }), relays });
    await expect(wrong.send(mail)).rejects.toThrow("Invalid login");
    plain.refusals.push({ code: 554, message: "No birches here" });
    const mailer = openMailer({ ...nothing, setup: settings({}), relays });
    await expect(mailer.send(mail)).rejects.toThrow("No birches here");
  });
});
