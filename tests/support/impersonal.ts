/**
 * Tables that hold nothing of a customer: votes are of random numbers that only their browsers know, an offer of a storm
 * day names a booking, a job that waits after a restore names rows by their ids, a rate limit counts by a keyed hash. A
 * new table belongs here, or into `aCustomerOfEverything` (customers.ts).
 */
export const IMPERSONAL = [
  "admin_settings",
  "article_votes",
  "backups",
  "canned_replies",
  "closures",
  "crews",
  "crew_hours",
  "crew_members",
  "crew_time_off",
  "erasures",
  "figures",
  "rate_limits",
  "restored_jobs",
  "row_counts",
  "seeds",
  "services",
  "storm_days",
  "storm_offers",
  "webhooks",
  "work_feeds",
  "api_keys",
];
/** Of money: ids and amounts only. */
export const OF_PAYMENTS = [
  "disputes",
  "payment_events",
  "test_checkout_events",
  "test_checkout_invoices",
  "test_checkout_refunds",
  "test_checkout_subscriptions",
  "refunds",
  "orders",
];
