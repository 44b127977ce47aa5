import { resolve } from "node:path";
import { z } from "zod";
import { BUCKET_SHAPE, type Bucket, readBucket } from "./files/address.server";
import { StartupError } from "./startup-error.server";

const text = z.string();
const url = (...schemes: string[]) =>
  text.refine((value) => schemes.some((scheme) => value.startsWith(`${scheme}://`)) && URL.canParse(value));
const isOrigin = (value: string) =>
  URL.canParse(value) && new URL(value).href === `${new URL(value).origin}/`;

/** The environment variables. Each description ends the sentence "NAME must be …". */
const schema = z.object({
  PORT: text
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .pipe(z.int().max(65_535))
    .default(3000)
    .describe("a whole number from 0 to 65535"),
  HOST: text
    .regex(/^[\w.:-]+$/)
    .default("0.0.0.0")
    .describe("a host name or an IP address"),
  DATA_DIR: text
    .transform((path) => resolve(path))
    .prefault("./data")
    .describe("a folder"),
  DATABASE_URL: url("postgres", "postgresql")
    .optional()
    .describe("a URL like postgres://user:password@host:5432/database"),
  DATABASE_OWNER_URL: url("postgres", "postgresql")
    .optional()
    .describe("a URL like DATABASE_URL, with the user who owns the tables"),
  FILES_URL: text
    .transform(readBucket)
    .refine((bucket) => bucket !== null)
    .optional()
    .describe(BUCKET_SHAPE),
  APP_SECRET: text.min(32).optional().describe("at least 32 characters long"),
  APP_SECRET_OLD: text
    .transform((list) => list.split(",").map((secret) => secret.trim()))
    .pipe(z.array(text.min(32)))
    .default([])
    .describe("secrets of at least 32 characters each, separated by commas"),
  ORIGIN: url("http", "https")
    .refine(isOrigin)
    .transform((value) => new URL(value).origin)
    .optional()
    .describe("the address of the site without a path, like https://www.example.com"),
  LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"])
    .default("info")
    .describe("fatal, error, warn, info, debug, trace, or silent"),
  RATE_LIMIT_FACTOR: text
    .regex(/^\d+(\.\d+)?$/)
    .transform(Number)
    .default(1)
    .describe("0 or a positive number"),
  SMTP_URL: url("smtp", "smtps").optional().describe("a URL like smtp://user:password@host:587"),
  SMTP_RELAYS: text
    .transform((list) => list.split(",").map((name) => name.trim().toLowerCase()))
    .refine((names) => names.every((name) => /^[\w.:-]+$/.test(name)))
    .default([])
    .describe("host names or IP addresses, separated by commas"),
  MAIL_FROM: text
    .regex(/^[^\s<>@]+@[^\s<>@]+$|^[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>$/)
    .optional()
    .describe("an email address, like hello@example.com or Name <hello@example.com>"),
  ADMIN_EMAIL: text
    .regex(/^[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+$/)
    .optional()
    .describe("an email address"),
  ADMIN_PASSWORD: text.min(8).max(128).optional().describe("8 to 128 characters long"),
  GOOGLE_CLIENT_ID: text.optional().describe("text"),
  GOOGLE_CLIENT_SECRET: text.optional().describe("text"),
  FACEBOOK_CLIENT_ID: text.optional().describe("text"),
  FACEBOOK_CLIENT_SECRET: text.optional().describe("text"),
  STRIPE_SECRET_KEY: text
    .regex(/^(sk|rk)_(test|live)_\w+$/)
    .optional()
    .describe("a key that begins with sk_test_, sk_live_, rk_test_ or rk_live_"),
  STRIPE_WEBHOOK_SECRET: text
    .regex(/^whsec_[\w+/=]+$/)
    .optional()
    .describe("a secret that begins with whsec_"),
  STRIPE_API_BASE: url("http", "https")
    .optional()
    .describe("the address of a server that acts like Stripe's API, for tests"),
  DEMO: z.enum(["on", "small", "off"]).optional().describe("on, small or off"),
  TEST_CHECKOUT: z
    .enum(["on", "off"])
    .transform((value) => value === "on")
    .optional()
    .describe("on or off"),
  JOBS: z
    .enum(["on", "off"])
    .default("on")
    .transform((value) => value === "on")
    .describe("on or off"),
  TRUST_PROXY: z
    .enum(["true", "false"])
    .default("false")
    .transform((value) => value === "true")
    .describe("true or false"),
  METRICS_TOKEN: text.min(16).optional().describe("at least 16 characters long"),
  TIME_URL: url("http", "https")
    .default("https://api.stripe.com")
    .describe("the address of a web server whose clock is right"),
  DRAIN_SECONDS: text
    .regex(/^\d{1,3}$/)
    .transform(Number)
    .default(0)
    .describe("a whole number of seconds, at most 999"),
  NODE_ENV: z
    .enum(["production", "development", "test"])
    .default("development")
    .describe("production, development, or test"),
});

type Name = keyof typeof schema.shape;
const secrets = new Set<Name>([
  "APP_SECRET",
  "APP_SECRET_OLD",
  "DATABASE_URL",
  "DATABASE_OWNER_URL",
  "FILES_URL",
  "SMTP_URL",
  "ADMIN_PASSWORD",
  "STRIPE_SECRET_KEY",
  "STRIPE_WEBHOOK_SECRET",
  "METRICS_TOKEN",
]);

/** The names of all variables that the program reads; the README documents each. */
export const environmentVariables = Object.keys(schema.shape) as Name[];

export type Env = {
  port: number;
  host: string;
  /** Absolute path of the folder for all files that the site writes. */
  dataDir: string;
  /** Where stored files are; undefined: in the data folder. */
  bucket: Bucket | undefined;
  /** Undefined: the embedded PostgreSQL. */
  databaseUrl: string | undefined;
  /** The same database as the owner of its tables; undefined when the site's user owns them or no owner is configured. */
  databaseOwnerUrl: string | undefined;
  /** Undefined: the secret stored in the data folder. Always set with `databaseUrl`. */
  appSecret: string | undefined;
  /** Secrets from before it, newest first: what they signed and sealed is still read. */
  oldAppSecrets: string[];
  /** The public address of the site. Undefined: the address of each request, and http://localhost:PORT in emails. */
  origin: string | undefined;
  logLevel: "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent";
  /** Multiplies every rate limit; 0 turns them off. */
  rateLimitFactor: number;
  smtpUrl: string | undefined;
  /** Mail servers in a private network that the panel's settings may name; lower case. */
  smtpRelays: string[];
  mailFrom: string | undefined;
  /** The first administrator. Undefined with the embedded database: the demo accounts. */
  admin: { email: string; password: string } | undefined;
  /** Keys of the sign-in providers. */
  social: Partial<Record<"google" | "facebook", { clientId: string; clientSecret: string }>>;
  /** Stripe's keys, used unless the settings have some. */
  stripe: { secretKey?: string; webhookSecret?: string };
  /** Address of Stripe's API; undefined: Stripe's own. */
  stripeApiBase: string | undefined;
  /** Whether an empty database gets the demo company; else it gets the company of whoever starts it. */
  demo: boolean;
  /** Whether the demo company gets its past year; without it, a few weeks, which start faster. */
  demoYear: boolean;
  /**
   * Whether customers may pay at the test checkout, which charges nobody; undefined: in the demo only. Ignored when a Stripe
   * key is set.
   */
  testCheckout: boolean | undefined;
  /** Whether this process serves requests; false in `npm run worker`. */
  serves: boolean;
  /** Whether this process runs jobs. */
  jobs: boolean;
  /** Whether the client's address is the last one in X-Forwarded-For. */
  trustProxy: boolean;
  /** The token that /metrics requires; undefined: requests from this machine only. */
  metricsToken: string | undefined;
  /** A web server whose clock the checks compare with ours. */
  timeUrl: string;
  /** Seconds to serve requests after SIGTERM, while /readyz answers 503. */
  drainSeconds: number;
  production: boolean;
};

/**
 * Reads the environment. An empty variable counts as unset.
 * @throws StartupError that names every wrong variable, without repeating secrets
 */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const names = new Set(parsed.error.issues.map((issue) => issue.path[0] as Name));
    throw new StartupError([...names].map((name) => complaint(name, given[name])).join(" "));
  }
  const env = parsed.data;
  if (env.DATABASE_URL && !env.APP_SECRET) {
    throw new StartupError(
      "APP_SECRET must be set together with DATABASE_URL: use at least 32 characters, the same for every process.",
    );
  }
  if (env.DATABASE_OWNER_URL && !env.DATABASE_URL) {
    throw new StartupError("DATABASE_OWNER_URL must be set together with DATABASE_URL.");
  }
  if (!env.JOBS && !env.DATABASE_URL) {
    throw new StartupError(
      "JOBS=off needs DATABASE_URL: no other process can work on the jobs of the embedded database.",
    );
  }
  return {
    admin: pair("ADMIN_EMAIL", env.ADMIN_EMAIL, "ADMIN_PASSWORD", env.ADMIN_PASSWORD, (email, password) => ({
      email: email.toLowerCase(),
      password,
    })),
    social: withoutEmpty({
      google: socialKeys("GOOGLE", env.GOOGLE_CLIENT_ID, env.GOOGLE_CLIENT_SECRET),
      facebook: socialKeys("FACEBOOK", env.FACEBOOK_CLIENT_ID, env.FACEBOOK_CLIENT_SECRET),
    }),
    port: env.PORT,
    host: env.HOST,
    dataDir: env.DATA_DIR,
    bucket: env.FILES_URL ?? undefined,
    databaseUrl: env.DATABASE_URL,
    databaseOwnerUrl: env.DATABASE_OWNER_URL,
    appSecret: env.APP_SECRET,
    oldAppSecrets: env.APP_SECRET_OLD,
    origin: env.ORIGIN,
    logLevel: env.LOG_LEVEL,
    rateLimitFactor: env.RATE_LIMIT_FACTOR,
    smtpUrl: env.SMTP_URL,
    smtpRelays: env.SMTP_RELAYS,
    mailFrom: env.MAIL_FROM,
    stripe: { secretKey: env.STRIPE_SECRET_KEY, webhookSecret: env.STRIPE_WEBHOOK_SECRET },
    stripeApiBase: env.STRIPE_API_BASE,
    demo: env.DEMO ? env.DEMO !== "off" : env.DATABASE_URL === undefined,
    demoYear: env.DEMO !== "small",
    testCheckout: env.TEST_CHECKOUT,
    serves: true,
    jobs: env.JOBS,
    trustProxy: env.TRUST_PROXY,
    metricsToken: env.METRICS_TOKEN,
    timeUrl: env.TIME_URL,
    drainSeconds: env.DRAIN_SECONDS,
    production: env.NODE_ENV === "production",
  };
}

function socialKeys(name: string, id: string | undefined, secret: string | undefined) {
  return pair(`${name}_CLIENT_ID`, id, `${name}_CLIENT_SECRET`, secret, (clientId, clientSecret) => ({
    clientId,
    clientSecret,
  }));
}

/** Combines two variables that must be set together. */
function pair<Both>(
  firstName: string,
  first: string | undefined,
  secondName: string,
  second: string | undefined,
  join: (first: string, second: string) => Both,
): Both | undefined {
  if (first && second) return join(first, second);
  if (first || second) throw new StartupError(`${firstName} and ${secondName} must be set together.`);
  return undefined;
}

function withoutEmpty<Value>(given: Record<string, Value | undefined>): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

function complaint(name: Name, value: unknown): string {
  const rule = `${name} must be ${schema.shape[name].description}`;
  return secrets.has(name) ? `${rule}.` : `${rule}, but is ${JSON.stringify(value).replaceAll('"', "'")}.`;
}
