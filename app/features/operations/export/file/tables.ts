/**
 * What of the site goes into an export, and what stays. Every table of the database is in one of the two lists (a test compares them
 * with the schema): a new table fails the test until somebody has decided.
 */

/** A table that is exported: its file in the ZIP, and what a row of it is. */
export type ExportedTable = {
  file: string;
  about: string;
  /** Columns that stay here, with the reason, and what a row gets instead where it is taken back: the column's default without it. */
  without?: Record<string, { why: string; instead?: (row: Record<string, string | null>) => string }>;
  /** SQL: which rows are exported. */
  where?: string;
};

const stays = (why: string) => ({ why });
const phone = { phone_id: { why: "members' phones are let in anew" } };

/** Settings that a site keeps for itself: what it is, how far its guide is, and its secrets (operations/settings). */
export const OWN_SETTINGS = [
  ...["payments.stripe_secret_key", "payments.stripe_webhook_secret", "payments.stripe_public_key"],
  ...["email.smtp_host", "email.smtp_port", "email.smtp_user", "email.smtp_pass", "email.from_email"],
  ...["site.kind", "site.emails", "setup.open", "setup.steps", "backups.recipient"],
];

/** By the name of the table. Files in `more/` are what the site needs and a spreadsheet rarely does. */
export const EXPORTED: Record<string, ExportedTable> = {
  customers: { file: "customers.csv", about: "A customer: a person or a company that is cleaned for." },
  customer_contacts: { file: "contacts.csv", about: "An email or a phone of a customer." },
  properties: { file: "homes.csv", about: "A home of a customer, with its facts and instructions." },
  entry_codes: {
    file: "entry-codes.csv",
    about: "What opens a home: a code, where a key is, an alarm. In clear text: keep this file safe.",
  },
  entry_code_reveals: {
    file: "entry-codes-seen.csv",
    about: "One time that somebody saw an entry code.",
    without: phone,
  },
  entry_code_dismissals: {
    file: "more/found-codes.csv",
    about: "Words of a note that are not an entry code.",
  },
  staff_notes: { file: "notes.csv", about: "A note of the office on a visit, a customer or an applicant." },
  customer_merges: { file: "more/merges.csv", about: "Two customers that were merged." },
  customer_distinctions: { file: "more/distinctions.csv", about: "Two customers that are not the same." },
  users: {
    file: "accounts.csv",
    about: "An account that somebody signs in with, without its password.",
    without: { two_factor_enabled: { why: "second factors are set up anew" } },
  },
  profiles: { file: "account-names.csv", about: "Name and phone of an account." },
  user_roles: {
    file: "roles.csv",
    about: "A role that an account was given. The newest of an account counts.",
  },
  invitations: { file: "more/invitations.csv", about: "An offer of a role by email." },
  mail_choices: { file: "email-choices.csv", about: "Which emails the owner of an account wants." },
  saved_views: { file: "more/saved-views.csv", about: "A list's filters as one of staff keeps them." },
  saved_articles: { file: "more/saved-articles.csv", about: "An article that a reader saved." },
  services: { file: "services.csv", about: "A service that is sold." },
  service_prices: { file: "prices.csv", about: "A price list of a service, with its extras, from a day on." },
  checklist_items: { file: "checklists.csv", about: "One thing to be done at a visit." },
  crews: { file: "crews.csv", about: "A team with a calendar of its own." },
  crew_members: { file: "crew-members.csv", about: "A person in a crew." },
  crew_hours: { file: "crew-hours.csv", about: "When a crew works on a weekday." },
  crew_time_off: { file: "crew-time-off.csv", about: "Days on which a crew does not work." },
  closures: { file: "closures.csv", about: "A day or a time at which the company does not work." },
  holidays: { file: "holidays.csv", about: "A day on which the company is closed for a holiday." },
  storm_days: { file: "storm-days.csv", about: "A day on which visits were offered other times." },
  storm_offers: { file: "storm-offers.csv", about: "Another time that was offered for a visit." },
  bookings: { file: "visits.csv", about: "A visit, past or future, with its price as it was booked." },
  visit_events: { file: "visit-events.csv", about: "One tap of a crew at a visit.", without: phone },
  refused_events: {
    file: "more/visit-events-refused.csv",
    about: "A tap that came too late to count.",
    without: phone,
  },
  visit_reports: { file: "visit-reports.csv", about: "What a crew told the office from a visit." },
  visit_photos: {
    file: "visit-photos.csv",
    about: "A photo of a visit. Its picture is in the folder files.",
  },
  home_photos: { file: "home-photos.csv", about: "A photo of a home. Its picture is in the folder files." },
  hour_edits: { file: "hour-corrections.csv", about: "What the office corrected in the hours of a member." },
  pay_rates: { file: "pay-rates.csv", about: "What a member earns, from a day on." },
  pay_weeks: { file: "pay-weeks.csv", about: "A week whose hours and pay were approved." },
  pay_lines: { file: "pay.csv", about: "Hours and pay of a member in an approved week." },
  pay_adjustments: { file: "pay-adjustments.csv", about: "What is added to a member's pay, or taken off." },
  claims: { file: "claims.csv", about: "What a customer said was not right about a visit." },
  claim_pictures: { file: "claim-pictures.csv", about: "A picture of a claim, in the folder files." },
  reviews: { file: "reviews.csv", about: "A customer's review of a visit." },
  plans: { file: "plans.csv", about: "A plan: a customer's recurring visits with their charges." },
  series: {
    file: "series.csv",
    about: "A customer's recurring single visits that moved in, without a plan.",
  },
  plan_prices: { file: "plan-prices.csv", about: "A change of a plan's price." },
  orders: { file: "orders.csv", about: "What is owed for a visit or a plan's month." },
  order_lines: { file: "order-lines.csv", about: "A part of an order." },
  charges: { file: "charges.csv", about: "Money taken for an order, or asked for." },
  refunds: { file: "refunds.csv", about: "Money of an order that was refunded." },
  disputes: { file: "disputes.csv", about: "A charge that a customer contested at the bank." },
  money_events: { file: "ledger.csv", about: "An event that moved money. Nothing of it is ever changed." },
  approvals: {
    file: "approvals.csv",
    about: "Money that one of staff wanted to refund, and who approved it.",
  },
  cards: {
    file: "saved-cards.csv",
    about: "A card that the payment provider keeps: no number, only its end.",
  },
  provider_customers: {
    file: "more/provider-customers.csv",
    about: "Who a customer is at a payment provider, as an import said.",
  },
  card_setups: { file: "more/card-setups.csv", about: "A checkout where a customer saved a card." },
  credit_transfers: { file: "credit-ledger.csv", about: "Credit that moved from one account to another." },
  credit_balances: { file: "credit.csv", about: "The credit that a customer has." },
  gift_cards: {
    file: "gift-cards.csv",
    about: "A gift card. The codes of those that wait to be sent are in clear text: keep this file safe.",
  },
  coupons: { file: "coupons.csv", about: "A coupon and its terms." },
  coupon_uses: { file: "coupon-uses.csv", about: "An order that a coupon counted for." },
  referrals: { file: "referrals.csv", about: "An order that came by a customer's referral link." },
  book_comparisons: { file: "more/book-comparisons.csv", about: "One comparison of the books." },
  book_differences: { file: "book-differences.csv", about: "Two books that did not agree." },
  payment_events: { file: "more/payment-events.csv", about: "An event of the payment provider." },
  contact_messages: { file: "messages.csv", about: "A message of the contact form." },
  message_replies: { file: "message-replies.csv", about: "What the office answered to a message." },
  canned_replies: { file: "canned-replies.csv", about: "An answer that is kept for reuse." },
  area_requests: { file: "area-requests.csv", about: "A request from outside the service area." },
  job_applications: { file: "applications.csv", about: "An application for a job." },
  application_mails: { file: "application-emails.csv", about: "What staff wrote to an applicant." },
  interviews: { file: "interviews.csv", about: "An interview with an applicant." },
  newsletter_subscribers: { file: "newsletter.csv", about: "A subscriber of the newsletter." },
  mails: {
    file: "emails.csv",
    about: "An email that the site sent, or tried to.",
    without: { envelope: { why: "what is not sent yet is not sent from elsewhere" } },
    where:
      "not (status in ('queued', 'failed') and jsonb_array_length(coalesce(envelope -> 'secrets', '[]')) > 0)",
  },
  bounced_addresses: { file: "bounced-addresses.csv", about: "An address that emails can't reach." },
  site_texts: { file: "texts.csv", about: "A text of the site that the office has touched." },
  site_text_versions: { file: "text-versions.csv", about: "A text as it was saved once." },
  site_redirects: { file: "redirects.csv", about: "An address that an article had before." },
  site_pictures: { file: "pictures.csv", about: "A picture of the site's texts." },
  site_picture_files: {
    file: "picture-files.csv",
    about: "A file of a picture, in one width and format. It is in the folder files.",
  },
  article_votes: { file: "more/article-votes.csv", about: "A visitor found an article helpful." },
  admin_settings: {
    file: "settings.csv",
    about: "A setting. Passwords, keys and the mail server are left out.",
    where: `category || '.' || key not in (${OWN_SETTINGS.map((name) => `'${name}'`).join(", ")})`,
  },
  audit_log: { file: "activity.csv", about: "Who did what, and when." },
  files: { file: "files.csv", about: "A file in the folder files, which is named by the id." },
  api_keys: {
    file: "more/partners.csv",
    about: "A partner that books for customers. The key itself is left out: make a new one.",
    without: { key_hash: { why: "keys open this site only", instead: ({ id }) => `none ${id}` } },
  },
  partner_orders: { file: "more/partner-orders.csv", about: "An order that a partner booked." },
  import_runs: {
    file: "more/imports.csv",
    about: "An import from another program that brought something.",
    where: `exists (select from import_links link where link.run_id = import_runs.id)
      or exists (select from import_visits visit where visit.run_id = import_runs.id)
      or exists (select from gift_cards card where card.import_id = import_runs.id)`,
  },
  import_links: {
    file: "more/import-links.csv",
    about: "Whom another program calls by which ID, as digests.",
  },
  import_visits: {
    file: "more/import-visits.csv",
    about: "Which visit another program calls by which ID, as a digest, and what it said of it.",
  },
  digest_keys: {
    file: "more/digest-keys.csv",
    about: "The key under which codes of imported gift cards are stored, in clear text: keep this file safe.",
    where: "purpose = 'gift codes'",
  },
  import_templates: { file: "more/import-templates.csv", about: "How the columns of a file were mapped." },
  figures: {
    file: "more/monthly-figures.csv",
    about: "Changes that add up to the figures of the dashboard.",
  },
  test_checkout_sessions: { file: "more/test-checkouts.csv", about: "A checkout of the test provider." },
  test_checkout_subscriptions: { file: "more/test-subscriptions.csv", about: "What it charges every month." },
  test_checkout_invoices: { file: "more/test-invoices.csv", about: "A month that it charged." },
  test_checkout_cards: { file: "more/test-cards.csv", about: "A test card that it keeps." },
  test_checkout_charges: { file: "more/test-charges.csv", about: "A charge of a test card." },
  test_checkout_refunds: { file: "more/test-refunds.csv", about: "Money that it has refunded." },
  test_checkout_events: { file: "more/test-events.csv", about: "What it told the site." },
};

const OF_SIGN_IN = stays(
  "secrets of sign-in stay with the site: people set a new password by the usual link",
);
const OF_PHONES = stays("members' phones are let in anew");
const OF_MACHINE = stays("it is about this machine");
const ADDRESS = stays("secret addresses of calendars open this site only: people make new ones");

/** Tables that are left out, and why. */
export const LEFT_OUT: Record<string, { why: string }> = {
  accounts: OF_SIGN_IN,
  sessions: OF_SIGN_IN,
  verifications: OF_SIGN_IN,
  two_factors: OF_SIGN_IN,
  passkeys: OF_SIGN_IN,
  known_devices: OF_SIGN_IN,
  sign_ins: stays("the log of sign-ins belongs to the site that was signed in to"),
  calendar_addresses: ADDRESS,
  calendar_feeds: ADDRESS,
  work_feeds: ADDRESS,
  webhooks: stays("other programs are told by one site: enter their addresses anew"),
  webhook_deliveries: stays("it goes with the webhooks"),
  crew_phones: OF_PHONES,
  crew_invitations: OF_PHONES,
  push_keys: OF_PHONES,
  push_subscriptions: OF_PHONES,
  import_rows: stays("rows of an import are sealed, and deleted 30 days after it"),
  settings_undos: stays("it holds secrets, for 72 hours"),
  search_texts: stays("it is computed from the visits"),
  row_counts: stays("it is counted anew"),
  seeds: OF_MACHINE,
  backups: OF_MACHINE,
  exports: OF_MACHINE,
  erasures: OF_MACHINE,
  erasure_digests: stays("it is under a key of this site, and names nobody elsewhere"),
  watched_checks: OF_MACHINE,
  restored_jobs: stays("background work is not taken along"),
  rate_limits: stays("it counts tries of the last minutes"),
  uploads: stays("uploads that are on their way"),
  upload_parts: stays("uploads that are on their way"),
};

/** Whole cents. Their headings end in "_cents". */
const CENTS = new Set([
  ...[
    "amount",
    "total_amount",
    "tax_amount",
    "before_amount",
    "paid_amount",
    "referrer_amount",
    "friend_amount",
  ],
  ...[
    "price_per_hour",
    "tip",
    "tips",
    "upfront",
    "card_limit",
    "charged",
    "returned",
    "ours",
    "theirs",
    "job_pay",
  ],
  ...["claims.credit", "import_links.credit", "pay_lines.adjustments"],
]);

/** The heading of a column in its CSV. */
export function headingOf(table: string, column: string): string {
  if (column === "sealed" || column === "sealed_code") return "code";
  return CENTS.has(column) || CENTS.has(`${table}.${column}`) ? `${column}_cents` : column;
}
