import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { instant } from "./columns";

/**
 * Who can sign in. Better Auth reads and writes these tables (except `user_roles`), so properties have its names and times
 * are Dates. A trigger (migration 0001) gives each new user a profile with the same id.
 */
const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
const created = {
  createdAt: moment("created_at").notNull().defaultNow(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
};

export const users = pgTable("users", {
  id: uuid().primaryKey().defaultRandom(),
  name: text().notNull(),
  email: text().notNull().unique(),
  emailVerified: boolean("email_verified").notNull().default(false),
  image: text(),
  twoFactorEnabled: boolean("two_factor_enabled").notNull().default(false),
  ...created,
});

const owner = () =>
  uuid("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

/**
 * `token` is in the long-lived cookie. Deleting the row ends the session at once. `used_at` and `ip_address` are of the last
 * use; a token that a page renews by itself is none. `proved_at` is when the user last gave a password, code or passkey.
 */
export const sessions = pgTable(
  "sessions",
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: owner(),
    token: text().notNull().unique(),
    expiresAt: moment("expires_at").notNull(),
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    usedAt: moment("used_at").notNull().defaultNow(),
    provedAt: moment("proved_at"),
    ...created,
  },
  (t) => [index("sessions_user_id").on(t.userId)],
);

/** Ways to sign in: password (provider 'credential'), Google, Facebook. */
export const accounts = pgTable(
  "accounts",
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: owner(),
    accountId: text("account_id").notNull(),
    providerId: text("provider_id").notNull(),
    accessToken: text("access_token"),
    refreshToken: text("refresh_token"),
    idToken: text("id_token"),
    accessTokenExpiresAt: moment("access_token_expires_at"),
    refreshTokenExpiresAt: moment("refresh_token_expires_at"),
    scope: text(),
    password: text(),
    ...created,
  },
  (t) => [index("accounts_user_id").on(t.userId), index("accounts_account").on(t.providerId, t.accountId)],
);

/** Single-use secrets: password resets, two-factor challenges, OAuth states. */
export const verifications = pgTable(
  "verifications",
  {
    id: uuid().primaryKey().defaultRandom(),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: moment("expires_at").notNull(),
    ...created,
  },
  (t) => [index("verifications_identifier").on(t.identifier)],
);

export const two_factors = pgTable(
  "two_factors",
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: owner(),
    secret: text().notNull(),
    backupCodes: text("backup_codes").notNull(),
    verified: boolean().notNull().default(true),
    failedVerificationCount: integer("failed_verification_count").notNull().default(0),
    lockedUntil: moment("locked_until"),
  },
  (t) => [index("two_factors_user_id").on(t.userId)],
);

/** `public_key` checks what the owner's device signs; nothing here can sign. `used_at` is the last sign-in with it. */
export const passkeys = pgTable(
  "passkeys",
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: owner(),
    name: text(),
    publicKey: text("public_key").notNull(),
    credentialID: text("credential_id").notNull().unique(),
    counter: bigint({ mode: "number" }).notNull(),
    deviceType: text("device_type").notNull(),
    backedUp: boolean("backed_up").notNull(),
    transports: text(),
    aaguid: text(),
    createdAt: moment("created_at").notNull().defaultNow(),
    usedAt: moment("used_at"),
  },
  (t) => [index("passkeys_user_id").on(t.userId)],
);

/** Append-only: a user's newest row is their role (spec section 6). */
export const user_roles = pgTable(
  "user_roles",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    user_id: owner(),
    role: text().notNull(),
    created_at: instant().notNull(),
  },
  (t) => [index("user_roles_user_id").on(t.user_id, t.created_at, t.id)],
);

/**
 * Offers of a role by email, whose link is signed for the row's id. One per email is neither accepted nor revoked, whether it has
 * expired or not. `hands_over` makes the inviter, an owner, a manager when it is accepted.
 */
export const invitations = pgTable(
  "invitations",
  {
    id: uuid().primaryKey().defaultRandom(),
    email: text().notNull(),
    role: text().notNull(),
    hands_over: boolean().notNull().default(false),
    invited_by: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    created_at: instant().notNull(),
    expires_at: instant().notNull(),
    accepted_at: instant(),
    revoked_at: instant(),
  },
  (t) => [
    uniqueIndex("invitations_one_open")
      .on(t.email)
      .where(sql`${t.accepted_at} is null and ${t.revoked_at} is null`),
    index("invitations_invited_by").on(t.invited_by),
  ],
);
