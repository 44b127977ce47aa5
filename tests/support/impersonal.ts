/**
 * Tables without personal data. Votes have random visitor ids, offers of a storm day name a booking, jobs after a restore
 * name ids, rate limits count by a keyed hash. Add a new table here, or to `aCustomerOfEverything` (customers.ts).
 */
export const IMPERSONAL = [
  "admin_settings",
  "article_votes",
  "backups",
  "book_comparisons",
  "canned_replies",
  "closures",
  "crews",
  "crew_hours",
  "crew_members",
  "crew_time_off",
  "customer_distinctions",
  "erasures",
  "figures",
  "holidays",
  "plan_prices",
  "rate_limits",
  "restored_jobs",
  "row_counts",
  "seeds",
  "service_prices",
  "services",
  "settings_undos",
  "storm_days",
  "storm_offers",
  "webhooks",
  "calendar_feeds", // empty since calendar_addresses
  "work_feeds",
  "api_keys",
  "coupons",
];
/** Payment tables with ids and amounts only. */
export const OF_PAYMENTS = [
  "disputes",
  "payment_events",
  "test_checkout_cards",
  "test_checkout_charges",
  "test_checkout_events",
  "test_checkout_invoices",
  "test_checkout_refunds",
  "test_checkout_subscriptions",
  "refunds",
  "orders",
  "charges",
  "coupon_uses",
  "referrals",
  "money_events",
  "credit_balances",
];
