import { may, type Permission, type Role } from "./roles";

/**
 * What a page of the office needs: `read` to see it, `post` to send its form. Of a page with several forms, `post` names each by
 * its `intent`, or by its tab and intent ("email: save"); `*` stands for forms without one of these.
 */
type Needs = { read: Permission; post?: Permission | Record<string, Permission> };

const both = (permission: Permission): Needs => ({ read: permission, post: permission });
const own = (noun: "bookings" | "customers" | "applications" | "reviews" | "messages") =>
  ({ read: `${noun}.read`, post: `${noun}.edit` }) as const;
const integrations = { read: "integrations.read", post: "integrations.connect" } as const;
const deliveries = { read: "integrations.read", post: "integrations.edit" } as const;
const connect = "settings.connect";
const settings = { read: "settings.read", post: "settings.edit" } as const;
const prices = both("prices.edit");
const content = { read: "content.read", post: "content.edit" } as const;

/** Every address of the office, and what its pages and forms need. An address that is not here is refused. */
export const OFFICE_PAGES: Record<string, Needs> = {
  "/admin": { read: "office.enter" },
  "/admin/*": { read: "office.enter" },
  "/admin/activity": { read: "activity.read" },
  "/admin/activity/:id": { read: "activity.read" },
  "/admin/api-keys": integrations,
  "/admin/api-keys/:id": integrations,
  "/admin/api-keys/new": integrations,
  "/admin/applications": own("applications"),
  "/admin/applications/:id": own("applications"),
  "/admin/attention": {
    read: "office.enter",
    post: {
      ...{ pay: "orders.settle", waive: "orders.refund", retry: "orders.refund", again: "emails.send" },
      ...{ approve: "orders.refund", refuse: "orders.refund", withdraw: "orders.refund" },
      ...{ answered: "requests.edit", settle: "books.settle", "*": "bookings.edit" },
    },
  },
  "/admin/backups/:id": { read: "backups.hand_over" },
  "/admin/backups/upload": { read: "backups.edit", post: "backups.hand_over" },
  "/admin/bookings": own("bookings"),
  "/admin/bookings/:id": {
    read: "bookings.read",
    post: {
      ...{ move: "bookings.edit", place: "bookings.edit", details: "bookings.edit", keep: "bookings.edit" },
      ...{ note: "bookings.edit", cancel: "bookings.cancel", "no-show": "bookings.cancel" },
      ...{
        "open-home": "codes.edit",
        "end-link": "bookings.edit",
        settle: "orders.settle",
        "*": "bookings.edit",
      },
      ...{ answer: "bookings.edit", lengthen: "bookings.edit", "waive-items": "bookings.edit" },
    },
  },
  "/admin/bookings/callers": { read: "bookings.create" },
  "/admin/bookings/new": both("bookings.create"),
  "/admin/claims": { read: "bookings.read" },
  "/admin/claims/:id": { read: "bookings.read", post: { credit: "orders.refund", "*": "bookings.edit" } },
  "/admin/content": { read: "content.read" },
  "/admin/content/:text": content,
  "/admin/content/pictures": both("content.edit"),
  "/admin/content/pictures/upload": both("content.edit"),
  "/admin/content/:text/preview": content,
  "/admin/content/:text/versions": content,
  "/admin/coupons": { read: "orders.read" },
  "/admin/coupons/:id": { read: "orders.read", post: "coupons.edit" },
  "/admin/coupons/new": both("coupons.edit"),
  "/admin/referrals": { read: "orders.read", post: "coupons.edit" },
  "/admin/crews": { read: "crews.read", post: "crews.edit" },
  "/admin/crews/:id": { read: "crews.read", post: "crews.edit" },
  "/admin/crews/:id/members/:member": both("crews.edit"),
  "/admin/crews/new": both("crews.edit"),
  "/admin/hours": { read: "payroll.read", post: { reopen: "payroll.reopen", "*": "payroll.edit" } },
  "/admin/hours/:member": { read: "payroll.read", post: "payroll.edit" },
  "/admin/customers": own("customers"),
  "/admin/customers/:id": {
    read: "customers.read",
    post: {
      ...{ erase: "customers.erase", "undo-merge": "customers.merge", "try-address": "emails.send" },
      credit: "orders.refund",
      "*": "customers.edit",
    },
  },
  "/admin/customers/:id/data.zip": { read: "customers.export" },
  "/admin/customers/codes": { read: "codes.read", post: "codes.edit" },
  "/admin/homes/:id": { read: "customers.read", post: "customers.edit" },
  "/admin/homes/:id/checklist": { read: "customers.read", post: "customers.edit" },
  "/admin/homes/:id/codes": { read: "codes.read", post: { reveal: "codes.read", "*": "codes.edit" } },
  "/admin/customers/duplicates": both("customers.merge"),
  "/admin/customers/merge": both("customers.merge"),
  "/admin/customers/new": both("customers.edit"),
  "/admin/imports": { read: "imports.read" },
  "/admin/imports/upload": both("imports.edit"),
  "/admin/imports/:id": {
    read: "imports.read",
    post: {
      ...{ commit: "imports.commit", undo: "imports.commit", "mails-on": "imports.commit" },
      "*": "imports.edit",
    },
  },
  "/admin/imports/:id/bad-rows": { read: "imports.commit" },
  "/admin/mail": { read: "emails.read", post: "emails.send" },
  "/admin/mail/:id": { read: "emails.read", post: "emails.send" },
  "/admin/mail/:id/page": { read: "emails.read" },
  "/admin/messages": own("messages"),
  "/admin/messages/:id": own("messages"),
  "/admin/newsletter": { read: "newsletter.read", post: "newsletter.edit" },
  "/admin/orders": { read: "orders.read" },
  "/admin/orders/:id": {
    read: "orders.read",
    post: {
      ...{ pay: "orders.settle", waive: "orders.refund", refund: "orders.refund", retry: "orders.refund" },
      ...{ line: "orders.adjust", ask: "orders.settle", card: "orders.settle", charge: "orders.settle" },
      "spend-credit": "orders.settle",
      ...{ approve: "orders.refund", refuse: "orders.refund", withdraw: "orders.refund" },
      ...{ "by-hand": "orders.refund", "*": "orders.refund" },
    },
  },
  "/admin/exports/:id": { read: "exports.take" },
  "/admin/exports/upload": { read: "exports.read", post: "exports.take" },
  "/admin/gift-cards": {
    read: "orders.read",
    post: { resend: "orders.settle", "*": "orders.refund" },
  },
  "/admin/own": both("site.reset"),
  "/admin/plans": { read: "plans.read" },
  "/admin/plans/:id": { read: "plans.read", post: "plans.edit" },
  "/admin/plans/prices": both("prices.edit"),
  "/admin/plans/:id/change": both("plans.edit"),
  "/admin/plans/series": { read: "plans.read" },
  "/admin/plans/series/:id": { read: "plans.read", post: "plans.edit" },
  "/admin/plans/series/lay": both("plans.edit"),
  "/admin/requests": {
    read: "requests.read",
    post: {
      mark: "requests.edit",
      "add-zip": "settings.edit",
      "remove-zip": "settings.edit",
      "*": "requests.edit",
    },
  },
  "/admin/requests/:id": { read: "requests.read" },
  "/admin/reviews": { read: "reviews.read" },
  "/admin/reviews/:id": own("reviews"),
  "/admin/schedule": { read: "schedule.read", post: "schedule.edit" },
  "/admin/schedule/drives": both("schedule.edit"),
  "/admin/schedule/live": { read: "schedule.read" },
  "/admin/schedule/live.events": { read: "schedule.read" },
  "/admin/schedule/sheet": { read: "schedule.read" },
  "/admin/search": { read: "office.enter" },
  "/admin/search.json": { read: "office.enter" },
  "/admin/services": prices,
  "/admin/services/:id": prices,
  "/admin/services/:id/checklist": prices,
  "/admin/services/:id/prices": prices,
  "/admin/services/:id/prices/publish": prices,
  "/admin/settings": {
    read: "settings.read",
    post: {
      ...{ "email: save": connect, "payments: save": connect, "remove-secret": connect },
      "*": "settings.edit",
    },
  },
  "/admin/settings/advanced": {
    read: "backups.read",
    post: {
      ...{ reset: "site.reset", restore: "backups.hand_over", recipient: "backups.hand_over" },
      "*": "backups.edit",
    },
  },
  "/admin/settings/after-visits": settings,
  "/admin/settings/area": settings,
  "/admin/settings/fees": settings,
  "/admin/settings/going-live": settings,
  "/admin/settings/hours": settings,
  "/admin/settings/look": settings,
  "/admin/settings/moving-out": {
    read: "exports.read",
    post: { delete: "exports.read", "*": "exports.take" },
  },
  "/admin/settings/limits": { read: "settings.read", post: "staff.edit" },
  "/admin/setup": settings,
  "/admin/setup/look": settings,
  "/admin/setup/:step": {
    read: "settings.read",
    post: {
      ...{ email: connect, "test-mail": connect, payments: connect, "test-stripe": connect },
      "*": "settings.edit",
    },
  },
  "/admin/sign-ins": { read: "activity.read" },
  "/admin/sidebar": both("office.enter"),
  "/admin/site.log": { read: "backups.edit" },
  "/admin/storm": both("schedule.edit"),
  "/admin/storm/:id": both("schedule.edit"),
  "/admin/storm/:id/:visit": both("schedule.edit"),
  "/admin/storm/new": both("schedule.edit"),
  "/admin/users": { read: "staff.read", post: "staff.edit" },
  "/admin/users/:id": { read: "staff.read", post: "staff.edit" },
  "/admin/views/:list": both("office.enter"),
  "/admin/webhooks": integrations,
  "/admin/webhooks/:id": integrations,
  "/admin/webhooks/deliveries": deliveries,
  "/admin/webhooks/deliveries/:id": deliveries,
  "/admin/webhooks/new": integrations,
};

type PostedForm = { intent?: string; tab?: string };

/**
 * What a request to the office needs; all of it. `form` is what it posts; undefined for a read. Null for an address or a form that
 * nobody may send.
 */
export function needsOf(path: string, form?: PostedForm): Permission[] | null {
  const list = /^(\/admin\/[a-z/-]+)\.csv$/.exec(path)?.[1];
  if (list !== undefined) {
    const needs = OFFICE_PAGES[list];
    return needs && !form ? [needs.read, "lists.export"] : null;
  }
  const needs = pageOf(path);
  if (!needs) return null;
  if (!form) return [needs.read];
  const { post } = needs;
  const needed = typeof post === "object" ? rowOf(post, form) : post;
  return needed ? [needs.read, needed] : null;
}

/** The patterns of the pages that a role may not read. */
export function hiddenPages(role: Role): string[] {
  return Object.entries(OFFICE_PAGES).flatMap(([pattern, { read }]) => (may(role, read) ? [] : [pattern]));
}

function rowOf(post: Record<string, Permission>, { intent = "", tab }: PostedForm): Permission | undefined {
  const row = [`${tab}: ${intent}`, intent].find((name) => Object.hasOwn(post, name)) ?? "*";
  return post[row];
}

/** Addresses with the parts that stand for ids last, so that `/admin/crews/new` is not `/admin/crews/:id`. */
const PATTERNS = Object.keys(OFFICE_PAGES)
  .filter((pattern) => pattern !== "/admin/*")
  .sort((a, b) => a.split(":").length - b.split(":").length)
  .map((pattern) => ({
    page: OFFICE_PAGES[pattern],
    like: new RegExp(`^${pattern.replaceAll(".", "\\.").replaceAll(/:\w+/g, "[^/]+")}$`),
  }));

function pageOf(path: string): Needs | undefined {
  const found = PATTERNS.find(({ like }) => like.test(path));
  return found ? found.page : OFFICE_PAGES["/admin/*"];
}
