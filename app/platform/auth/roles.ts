/** The roles of staff (spec section 6 knows one, `admin`: here owner or manager). */
export const STAFF_ROLES = [
  "owner",
  "manager",
  "dispatcher",
  "bookkeeper",
  "crew_lead",
  "crew_member",
] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];
export type Role = "user" | StaffRole;

const [O, M, D, B] = STAFF_ROLES;

/** Which roles may do what: a row a verb. Nothing else decides it. */
export const PERMISSIONS = {
  "office.enter": [O, M, D, B],
  "bookings.read": [O, M, D, B],
  "bookings.create": [O, M, D],
  "bookings.edit": [O, M, D],
  "bookings.cancel": [O, M, D],
  "schedule.read": [O, M, D],
  "schedule.edit": [O, M, D],
  "crews.read": [O, M, D],
  "crews.edit": [O, M, D],
  "payroll.read": [O, M, B],
  "payroll.edit": [O, M, B],
  "payroll.reopen": [O, M],
  "customers.read": [O, M, D, B],
  "customers.edit": [O, M, D],
  "customers.merge": [O, M],
  "customers.export": [O, M],
  "customers.erase": [O, M],
  "imports.read": [O, M],
  "imports.edit": [O, M],
  "imports.commit": [O, M],
  "codes.read": [O, M, D],
  "codes.edit": [O, M, D],
  "orders.read": [O, M, D, B],
  "orders.settle": [O, M, D, B],
  "orders.adjust": [O, M, D, B],
  "orders.refund": [O, M, B],
  "coupons.edit": [O, M],
  "books.settle": [O, M, B],
  "plans.read": [O, M, D, B],
  "plans.edit": [O, M, D],
  "messages.read": [O, M, D],
  "messages.edit": [O, M, D],
  "requests.read": [O, M, D],
  "requests.edit": [O, M, D],
  "applications.read": [O, M],
  "applications.edit": [O, M],
  "reviews.read": [O, M],
  "reviews.edit": [O, M],
  "newsletter.read": [O, M],
  "newsletter.edit": [O, M],
  "content.read": [O, M],
  "content.edit": [O, M],
  "prices.edit": [O, M],
  "emails.read": [O, M, D],
  "emails.send": [O, M, D],
  "activity.read": [O, M],
  "lists.export": [O, M, B],
  "settings.read": [O, M],
  "settings.edit": [O, M],
  "settings.connect": [O, M],
  "staff.read": [O, M],
  "staff.edit": [O, M],
  "integrations.read": [O, M],
  "integrations.edit": [O, M],
  "integrations.connect": [O, M],
  "backups.read": [O, M],
  "backups.edit": [O, M],
  "backups.hand_over": [O, M],
  "exports.read": [O],
  "exports.take": [O],
  "site.reset": [O],
} satisfies Record<string, readonly StaffRole[]>;

export type Permission = keyof typeof PERMISSIONS;

/**
 * What could hand the company to a stranger: it also takes a proof of who is there, not older than 10 minutes. `connect` is
 * where mail, payments and data go; `commit` writes and takes back
 * thousands of customers, and hands out rows with their entry codes; `hand_over` is reading, replacing and encrypting backups; `take` is
 * everything of the site as one file, there and back.
 */
export const GRAVE: readonly Permission[] = [
  "lists.export",
  "imports.commit",
  "settings.connect",
  "staff.edit",
  "integrations.connect",
  "backups.hand_over",
  "exports.take",
  "site.reset",
];

export function may(role: Role, permission: Permission): boolean {
  return (PERMISSIONS[permission] as readonly Role[]).includes(role);
}

/** Everything that a role may do. */
export function permissionsOf(role: Role): Permission[] {
  return (Object.keys(PERMISSIONS) as Permission[]).filter((permission) => may(role, permission));
}

/** A stored role. Rows from before there were several say `admin`, which was everything: owner. */
export function parseRole(stored: string | null): Role {
  if (stored === "admin") return "owner";
  return STAFF_ROLES.find((role) => role === stored) ?? "user";
}

/** The roles that somebody of this role may give, change and take away. Managers can't make or unmake their equals. */
export function rolesBelow(role: Role): StaffRole[] {
  if (role === "owner") return [...STAFF_ROLES];
  return role === "manager" ? STAFF_ROLES.slice(STAFF_ROLES.indexOf("dispatcher")) : [];
}
