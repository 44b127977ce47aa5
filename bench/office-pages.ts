import { idOf } from "./office-past.ts";

const cursor = (at: string) =>
  `id || '~' || to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
const past = (table: string, at: string, share: number) =>
  `from ${table} order by ${at} desc, id desc offset (select count(*) * ${share} from ${table})::int limit 1`;

/** The pages that are measured: their address, or the SQL (`select …`) that finds it in the site's own data. */
export const PAGES: [name: string, path: string][] = [
  ["dashboard", "/admin"],
  ["schedule, today", "/admin/schedule?view=day"],
  ["bookings", "/admin/bookings"],
  [
    "  in the middle",
    `select '/admin/bookings?after=' || ${cursor("starts_at")} ${past("bookings", "starts_at", 0.5)}`,
  ],
  [
    "  at the far end",
    `select '/admin/bookings?after=' || ${cursor("starts_at")} ${past("bookings", "starts_at", 0.97)}`,
  ],
  ["  by amount", "/admin/bookings?sort=amount"],
  ["  cancelled", "/admin/bookings?status=cancelled"],
  ["  a common name", "/admin/bookings?q=smith"],
  ["  a common name, cancelled", "/admin/bookings?q=smith&status=cancelled"],
  ["  a common name, by amount", "/admin/bookings?q=smith&sort=amount"],
  ["  a whole name", "/admin/bookings?q=grace+smith"],
  ["  a rare name", "/admin/bookings?q=quackenbush"],
  ["  a name nobody has", "/admin/bookings?q=xanthippe"],
  ["  two letters nobody has", "/admin/bookings?q=qx"],
  ["  a town", "/admin/bookings?q=concord"],
  ["  a town of the past", "/admin/bookings?q=pittsfield"],
  ["  a service", "/admin/bookings?q=deep"],
  [
    "  a common name, further on",
    `select '/admin/bookings?q=smith&after=' || ${cursor("starts_at")} ${past("bookings", "starts_at", 0.5)}`,
  ],
  ["customers", "/admin/customers"],
  [
    "  at the far end",
    `select '/admin/customers?after=' || ${cursor("created_at")} ${past("profiles", "created_at", 0.97)}`,
  ],
  ["  a common name", "/admin/customers?q=smith"],
  ["  a rare name", "/admin/customers?q=quackenbush"],
  ["  an email", "/admin/customers?q=person-777@"],
  ["  a regular, opened", `select '/admin/customers/' || ${idOf("person", "20")}`],
  ["orders", "/admin/orders"],
  [
    "  at the far end",
    `select '/admin/orders?after=' || ${cursor("created_at")} ${past("orders", "created_at", 0.97)}`,
  ],
  ["  failed", "/admin/orders?status=failed"],
  ["  a common name", "/admin/orders?q=smith"],
  ["  a common name, failed", "/admin/orders?q=smith&status=failed"],
  ["  a rare name", "/admin/orders?q=quackenbush"],
  ["  a town", "/admin/orders?q=concord"],
  ["activity", "/admin/activity"],
  ["  at the far end", `select '/admin/activity?after=' || ${cursor("at")} ${past("audit_log", "at", 0.97)}`],
  ["  customers and guests", "/admin/activity?actor=customers"],
  ["  the system", "/admin/activity?actor=system"],
  ["  orders", "/admin/activity?entity=order"],
  ["  what nobody touched", "/admin/activity?entity=crew&actor=customers"],
];
