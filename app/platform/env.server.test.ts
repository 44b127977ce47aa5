import { describe, expect, test } from "vitest";
import { readEnv } from "./env.server";

const secret = "a-secret-of-more-than-thirty-two-characters";

describe("without any variable", () => {
  test("the program runs on the embedded database and port 3000", () => {
    const env = readEnv({});
    expect(env).toMatchObject({ port: 3000, host: "0.0.0.0", logLevel: "info", rateLimitFactor: 1 });
    expect(env).toMatchObject({ databaseUrl: undefined, origin: undefined, smtpUrl: undefined });
    expect(env).toMatchObject({ trustProxy: false, production: false });
    expect(env.dataDir).toBe(`${process.cwd()}/data`);
  });

  test("an empty variable counts as unset", () => {
    expect(readEnv({ PORT: "", DATABASE_URL: "" })).toEqual(readEnv({}));
  });
});

describe("a given variable", () => {
  test.each([
    ["PORT", "0", { port: 0 }],
    ["DATA_DIR", "/var/lib/white-birch", { dataDir: "/var/lib/white-birch" }],
    [
      "FILES_URL",
      "s3://KEY:a%2Fb%2B@s3.example.com:9000/photos?region=eu-west-1&tls=off",
      {
        bucket: {
          url: "http://s3.example.com:9000/photos",
          name: "photos",
          host: "s3.example.com:9000",
          region: "eu-west-1",
          accessKey: "KEY",
          secretKey: "a/b+",
        },
      },
    ],
    ["FILES_URL", "s3://K:S@s3.example.com/photos", { bucket: { url: "https://s3.example.com/photos" } }],
    ["ORIGIN", "https://www.example.com/", { origin: "https://www.example.com" }],
    ["RATE_LIMIT_FACTOR", "0", { rateLimitFactor: 0 }],
    ["RATE_LIMIT_FACTOR", "2.5", { rateLimitFactor: 2.5 }],
    ["SMTP_URL", "smtps://me:pw@mail.example.com", { smtpUrl: "smtps://me:pw@mail.example.com" }],
    ["SMTP_RELAYS", "Mail.internal, 10.0.0.5", { smtpRelays: ["mail.internal", "10.0.0.5"] }],
    ["MAIL_FROM", "White Birch <hello@example.com>", { mailFrom: "White Birch <hello@example.com>" }],
    ["STRIPE_SECRET_KEY", "rk_live_1aB", { stripe: { secretKey: "rk_live_1aB" } }],
    ["STRIPE_WEBHOOK_SECRET", "whsec_1aB+/=", { stripe: { webhookSecret: "whsec_1aB+/=" } }],
    ["TEST_CHECKOUT", "off", { testCheckout: false }],
    ["TRUST_PROXY", "true", { trustProxy: true }],
    ["NODE_ENV", "production", { production: true }],
  ])("%s=%s is taken", (name, value, expected) => {
    expect(readEnv({ [name]: value })).toMatchObject(expected);
  });
});

test("an empty embedded database gets the demo, and one of DATABASE_URL does not, unless DEMO says otherwise", () => {
  const real = { DATABASE_URL: "postgres://mail.example/site", APP_SECRET: "a".repeat(32) };
  expect([readEnv({}).demo, readEnv({ DEMO: "off" }).demo]).toEqual([true, false]);
  expect([readEnv(real).demo, readEnv({ ...real, DEMO: "on" }).demo]).toEqual([false, true]);
  expect([readEnv({}), readEnv({ DEMO: "small" })]).toMatchObject([
    { demo: true, demoYear: true },
    { demo: true, demoYear: false },
  ]);
});

test("the test checkout is left to the kind of site unless TEST_CHECKOUT says otherwise", () => {
  const real = { DATABASE_URL: "postgres://localhost/site", APP_SECRET: secret };
  expect(readEnv({}).testCheckout).toBeUndefined();
  expect(readEnv(real).testCheckout).toBeUndefined();
  expect(readEnv({ ...real, TEST_CHECKOUT: "on" }).testCheckout).toBe(true);
});

describe("two variables that belong together", () => {
  test("the first administrator", () => {
    expect(readEnv({ ADMIN_EMAIL: "Boss@example.com", ADMIN_PASSWORD: "long enough" }).admin).toEqual({
      email: "boss@example.com",
      password: "long enough",
    });
    expect(readEnv({}).admin).toBeUndefined();
  });
  test("the keys of Google and Facebook", () => {
    expect(readEnv({ GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "secret" }).social).toEqual({
      google: { clientId: "id", clientSecret: "secret" },
    });
    expect(readEnv({}).social).toEqual({});
  });
  test.each([
    [{ ADMIN_EMAIL: "boss@example.com" }, "ADMIN_EMAIL and ADMIN_PASSWORD must be set together."],
    [{ FACEBOOK_CLIENT_SECRET: "x" }, "FACEBOOK_CLIENT_ID and FACEBOOK_CLIENT_SECRET must be set together."],
    [
      { ADMIN_EMAIL: "boss@example.com", ADMIN_PASSWORD: "short" },
      "ADMIN_PASSWORD must be 8 to 128 characters long.",
    ],
    [{ ADMIN_EMAIL: "boss" }, "ADMIN_EMAIL must be an email address, but is 'boss'."],
  ])("%o is refused", (source, message) => {
    expect(() => readEnv(source)).toThrow(message);
  });
});

describe("a wrong variable", () => {
  test.each([
    [{ PORT: "abc" }, "PORT must be a whole number from 0 to 65535, but is 'abc'."],
    [{ PORT: "65536" }, "PORT must be a whole number from 0 to 65535, but is '65536'."],
    [{ PORT: "-1" }, "PORT must be a whole number from 0 to 65535, but is '-1'."],
    [{ RATE_LIMIT_FACTOR: "-2" }, "RATE_LIMIT_FACTOR must be 0 or a positive number, but is '-2'."],
    [{ TRUST_PROXY: "perhaps" }, "TRUST_PROXY must be true or false, but is 'perhaps'."],
    [
      { SMTP_RELAYS: "mail internal" },
      "SMTP_RELAYS must be host names or IP addresses, separated by commas, but is 'mail internal'.",
    ],
    [{ HOST: "two words" }, "HOST must be a host name or an IP address, but is 'two words'."],
    [
      { ORIGIN: "https://example.com/shop" },
      "ORIGIN must be the address of the site without a path, like https://www.example.com, " +
        "but is 'https://example.com/shop'.",
    ],
    [
      { ORIGIN: "example.com" },
      "ORIGIN must be the address of the site without a path, like https://www.example.com, but is 'example.com'.",
    ],
    [
      { PORT: "x", LOG_LEVEL: "loud" },
      "PORT must be a whole number from 0 to 65535, but is 'x'. " +
        "LOG_LEVEL must be fatal, error, warn, info, debug, trace, or silent, but is 'loud'.",
    ],
  ])("%o is named in one line", (source, message) => {
    expect(() => readEnv(source)).toThrow(message);
  });

  test("an old secret that is too short is refused, and not repeated", () => {
    const complaint = () => readEnv({ APP_SECRET: secret, APP_SECRET_OLD: `${secret},hunter2` });
    expect(complaint).toThrow(
      /^APP_SECRET_OLD must be secrets of at least 32 characters each, separated by commas\.$/,
    );
    const given = { APP_SECRET: secret, APP_SECRET_OLD: `${secret}1, ${secret}2` };
    expect(readEnv(given).oldAppSecrets).toEqual([`${secret}1`, `${secret}2`]);
    expect(readEnv({}).oldAppSecrets).toEqual([]);
  });

  test.each([
    "https://KEY:hunter2@s3.example.com/photos",
    "s3://s3.example.com/photos",
    "s3://KEY@s3.example.com/photos",
    "s3://KEY:hunter2@s3.example.com",
    "s3://KEY:hunter2@s3.example.com/photos/2026",
    "s3://KEY:hunter2@s3.example.com/Photos",
    "s3://KEY:hunter2@s3.example.com/photos?tls=no",
    "s3://KEY:hunter2@s3.example.com/photos?zone=us-east-1",
    "s3://KEY:hunter2%@s3.example.com/photos",
    "s3://KEY:hunter2/x@s3.example.com/photos",
  ])("FILES_URL=%s is refused in one line without its secret", (FILES_URL) => {
    expect(() => readEnv({ FILES_URL })).toThrow(
      /^FILES_URL must be a URL like s3:\/\/KEY:SECRET@host:port\/bucket\?region=us-east-1 \([^()]*\)\.$/,
    );
  });

  test("the message does not repeat a secret", () => {
    const complaint = (source: Record<string, string>) => {
      try {
        readEnv(source);
      } catch (error) {
        return String(error);
      }
    };
    expect(complaint({ APP_SECRET: "hunter2" })).toMatch("APP_SECRET must be at least 32 characters long.");
    expect(complaint({ DATABASE_URL: "mysql://me:hunter2@db" })).not.toMatch("hunter2");
    expect(complaint({ STRIPE_SECRET_KEY: "pk_live_hunter2" })).toMatch(
      "STRIPE_SECRET_KEY must be a key that begins",
    );
    expect(complaint({ STRIPE_SECRET_KEY: "pk_live_hunter2" })).not.toMatch("hunter2");
    expect(complaint({ STRIPE_WEBHOOK_SECRET: "hunter2" })).not.toMatch("hunter2");
    expect(complaint({ SMTP_URL: "http://me:hunter2@mail" })).not.toMatch("hunter2");
  });
});

describe("with DATABASE_URL", () => {
  const databaseUrl = "postgres://me:pw@db.example.com:5432/site";

  test("APP_SECRET is required, because all processes share it", () => {
    expect(() => readEnv({ DATABASE_URL: databaseUrl })).toThrow("APP_SECRET must be set together with");
  });

  test("JOBS=off is allowed, but not with the embedded database", () => {
    expect(readEnv({}).jobs).toBe(true);
    expect(readEnv({ DATABASE_URL: databaseUrl, APP_SECRET: secret, JOBS: "off" }).jobs).toBe(false);
    expect(() => readEnv({ JOBS: "off" })).toThrow("JOBS=off needs DATABASE_URL");
    expect(() => readEnv({ JOBS: "no" })).toThrow("JOBS must be on or off, but is 'no'.");
  });

  test("both variables are used", () => {
    const env = readEnv({ DATABASE_URL: databaseUrl, APP_SECRET: secret });
    expect(env).toMatchObject({ databaseUrl, appSecret: secret });
  });
});
