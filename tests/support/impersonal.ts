/**
 * Tables without personal data. Votes have random visitor ids, offers of a storm day name a booking, jobs after a restore
 * name ids, rate limits count by a keyed hash. Files are pictures; whose they are, other tables say. What crews tapped names a visit
 * and a member. Add a new table here, or to `aCustomerOfEverything` (customers.ts).
 */
export const IMPERSONAL = [
  "admin_settings",
  "article_votes",
  "backups",
  "book_comparisons",
  "canned_replies",
  "claim_pictures", // ids only: the claim is its customer's
  "closures",
  "crews",
  "crew_hours",
  "crew_members",
  "crew_time_off",
  "crew_phones",
  "crew_invitations",
  "push_keys",
  "push_subscriptions", // where a member's phone hears of changes
  "visit_events",
  "refused_events",
  "hour_edits",
  "pay_adjustments",
  "pay_lines",
  "pay_rates",
  "pay_weeks",
  "customer_distinctions",
  "digest_keys",
  "erasures",
  "erasure_digests", // under a key
  "exports", // names of files and sums
  "figures",
  "files",
  "uploads",
  "upload_parts",
  "holidays",
  "import_runs", // names of files
  "import_templates", // digests of headings
  "plan_prices",
  "rate_limits",
  "restored_jobs",
  "row_counts",
  "seeds",
  "service_prices",
  "services",
  "settings_undos",
  "site_texts",
  "site_pictures",
  "site_picture_files",
  "site_text_versions", // the company's own words, with the id of who of staff wrote them
  "site_redirects",
  "storm_days",
  "storm_offers",
  "visit_photos", // the photos themselves are files, and are deleted
  "watched_checks", // what is right and wrong with the site
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
