import { type Access, everybody, guestsOnly, intentOfOwner, office, own, owners } from "./access-kinds";
import { COMPANY_ROUTES } from "./access-of-company";
import { CREW_ROUTES } from "./access-of-crews";
import { PLAN_ROUTES } from "./access-of-plans";
import { SCHEDULE_ROUTES } from "./access-of-schedule";
import { SECRETS } from "./belongings";

/** The lists that staff can export. */
const LISTS =
  "activity sign-ins customers bookings claims orders messages applications plans requests reviews newsletter mail webhooks/deliveries";

const of = (routes: string, access: Access) =>
  Object.fromEntries(routes.split(" ").map((route) => [route, access]));

/** What each visitor gets from each route of app/routes.ts. */
export const ROUTES: Record<string, Access> = {
  ...Object.fromEntries(LISTS.split(" ").map((list) => [`/admin/${list}.csv`, office("file")])),
  ...PLAN_ROUTES,
  ...COMPANY_ROUTES,
  ...CREW_ROUTES,
  ...SCHEDULE_ROUTES,
  "/": everybody("page"),
  ...of(
    "/services /terms /privacy /faq /about /careers /contact /gift-cards /gift-cards/balance",
    everybody("page"),
  ),
  ...of("/api/availability /api/plan-preview /api/coupon", everybody("bad request")),
  "/gift-cards/thanks": everybody("missing"),
  "/admin/gift-cards": office("page", { forms: ["resend", "refund"].map(intentOfOwner) }),
  "/book/area": everybody("bad request"),
  "/book": { ...everybody("page"), also: ["/book?property=PROPERTY"], shows: SECRETS[0] },
  "/login": guestsOnly,
  "/signup": guestsOnly,
  "/forgot-password": everybody("page"),
  "/reset-password": everybody("gone"),
  "/verify-email": everybody("page"),
  "/proof": { ...everybody("home"), guest: "login" },
  "/invitation": everybody("missing"),
  // Without the key of an email it says that the link doesn't work.
  "/undo-settings": everybody("missing"),
  "/two-factor": { ...everybody("home"), guest: "away" },
  "/payment": everybody("page"),
  "/pay/:id": everybody("missing"),
  "/pay/plan/:id": everybody("missing"),
  "/payment-success": everybody("missing"),
  "/payment-canceled": everybody("page"),
  "/confirmation": everybody("page"),
  "/profile": own({
    shows: "Ottilie",
    also: [
      "/profile?tab=property-details",
      "/profile?tab=property-details&edit=PROPERTY",
      "/profile?tab=property-details&remove=PROPERTY",
      "/profile?tab=upcoming-cleans",
      "/profile?tab=cleaning-history&visit=PAST",
    ],
    forms: [
      { intent: "update-profile", id: "OWNER", first_name: "Mallory", last_name: "", phone: "" },
      {
        intent: "update-property",
        id: "PROPERTY",
        property_type: "residential",
        address_line1: "1 Mallory Way",
        city: "Concord",
        state: "NH",
        zip_code: "03301",
      },
      ...["remove-property", "default-property"].map((intent) => ({ intent, id: "PROPERTY" })),
      ...["UPCOMING", "PAST"].map((id) => ({ intent: "submit-review", id, rating: "1", review_text: "" })),
      { intent: "delete-review", id: "PAST" },
      ...["replace-feed", "remove-feed"].map((intent) => ({ intent, id: "OWNER" })),
    ],
  }),
  "/profile/security": own({
    shows: "ottilie@mail.example",
    forms: [
      { intent: "change-password", current_password: "lenticels on white bark", new_password: "short" },
      { intent: "remove-passkey", passkey: "PASSKEY", password: "lenticels on white bark" },
      ...["end-session", "end-sessions"].map((intent) => ({ intent, session: "SESSION" })),
    ],
  }),
  "/profile/privacy": own({ shows: "ottilie@mail.example", forms: [{ intent: "delete" }] }),
  "/profile/mails": own({ forms: [{ reminders: "on" }] }),
  "/profile/homes/:id/codes": owners("page", {
    forms: [
      { intent: "add", code_id: "UPCOMING", kind: "code", label: "Mallory's door", value: "1" },
      { intent: "replace", code_id: "UPCOMING", value: "1" },
      { intent: "remove", code_id: "UPCOMING" },
      { intent: "move", source: "home", id: "PROPERTY", words: "key is under the third birch" },
      { intent: "dismiss", source: "booking", id: "UPCOMING", words: "key is under the third birch" },
    ],
  }),
  "/profile/homes/:id/photos": owners("page", {
    forms: [
      { intent: "add-photos" },
      { intent: "caption", photo: "UPCOMING", caption: "Mallory's" },
      { intent: "remove-photo", photo: "UPCOMING" },
    ],
  }),
  "/profile/cards": own({ forms: [{ intent: "remove", card: "OWNER" }] }),
  "/mails/unsubscribe": everybody("missing"),
  "/bookings/:id": owners("page", { also: ["/bookings/PAST", "/bookings/UPCOMING?key=WRONG"] }),
  "/bookings/:id/reschedule": owners("page", {
    forms: [{ date: "2026-06-12", time: "10:00 AM", from_date: "2026-06-10", from_time: "8:00 AM" }],
  }),
  "/bookings/:id/cancel": owners("page", { forms: [{ refund: "15900" }] }),
  "/bookings/:id/claim": owners("page", { forms: [{ room: "Kitchen", words: "The sink is dirty." }] }),
  "/bookings/:id/receipt": owners("page"),
  // The visit has no offer of a storm day.
  "/bookings/:id/storm": owners("missing", {
    shows: undefined,
    forms: [{ choice: "2026-06-12 10:00 AM", from_date: "2026-06-10", from_time: "8:00 AM" }],
  }),
  "/bookings/:id/calendar.ics": owners("file"),
  // The feed's address is the secret, because calendar programs can't sign in.
  "/calendar/:file": { ...everybody("file"), also: ["/calendar/OWNER.ics", "/calendar/UPCOMING.ics"] },
  "/profile/data.zip": own({ ...everybody("away"), guest: "login", forms: [{}] }),
  "/blog": everybody("page"),
  "/blog/saved": everybody("page"),
  "/blog/:id": everybody("missing"),
  "/blog/:id/helpful": everybody("away"),
  "/blog/:id/save": everybody("away"),
  "/blog/rss.xml": everybody("file"),
  // These links need the signed key from an email.
  "/newsletter": everybody("page"),
  "/newsletter/confirm": everybody("gone"),
  "/newsletter/unsubscribe": everybody("missing"),
  "/newsletter/token": everybody("file"),
  "/logout": everybody("home"),
  "/auth/social": everybody("away"),
  "/admin": office("page", { forms: [{}] }),
  "/admin/services": office("page", { forms: [{ intent: "delete", id: "nothing" }] }),
  "/admin/services/:id": office("missing", { forms: [{ title: "Mallory", price: "1" }] }),
  "/admin/services/:id/prices": office("missing", {
    forms: [
      { intent: "save", by: "flat", "base.price": "1", "base.minutes": "60", begins_on: "2026-06-02" },
      { intent: "floor", floor: "1", seen: "0" },
      { intent: "discard" },
      { intent: "withdraw", list: "OWNER" },
    ],
  }),
  "/admin/services/:id/prices/publish": office("missing", { forms: [{}] }),
  "/admin/activity": office("page", { also: ["/admin/activity?q=OWNER", "/admin/activity?q=UPCOMING"] }),
  "/admin/activity/:id": office("missing"),
  "/admin/sign-ins": office("page"),
  "/admin/customers": office("page"),
  "/admin/customers/codes": office("page", {
    forms: ["move", "dismiss"].map((intent) => {
      return { intent, source: "home", id: "OWNER", words: "key is under the third birch" };
    }),
  }),
  "/admin/homes/:id": office("page", {
    forms: ["save-notes", "add-photos", "caption", "remove-photo"].map(intentOfOwner),
  }),
  "/admin/homes/:id/codes": office("page", {
    forms: ["reveal", "add", "replace", "remove", "move"].map(intentOfOwner),
  }),
  "/admin/customers/duplicates": office("page", { forms: [{ one: "OWNER", other: "OWNER" }] }),
  "/admin/customers/merge": office("away", { forms: [{ kept: "OWNER" }] }),
  "/admin/customers/:id/data.zip": office("missing"),
  "/admin/customers/new": office("page", { forms: [{ intent: "save-customer", first_name: "" }] }),
  "/admin/customers/:id": office("missing", {
    forms: ["save-customer", "confirm-email", "erase", "remove-note", "credit"].map(intentOfOwner),
  }),
  "/admin/views/:list": office("missing", {
    also: ["/admin/views/orders"],
    forms: [{ intent: "delete", id: "OWNER" }],
  }),
  "/admin/attention": office("page", {
    forms: [
      { kind: "due", intent: "pay", id: "OWNER", method: "cash" },
      { kind: "outside", intent: "keep", id: "UPCOMING", sequence: "0", reason: "x" },
      { kind: "done", intent: "complete", id: "UPCOMING" },
    ],
  }),
  "/admin/bookings": office("page", { forms: [{ id: "UPCOMING", status: "paid" }] }),
  "/admin/bookings/:id": office("page", {
    forms: [
      { intent: "cancel", choice: "all", left: "1" },
      { intent: "move", date: "2026-01-01", time: "8:00 AM", crew_id: "" },
      { intent: "details", customer_name: "" },
      { intent: "note", body: "" },
      { intent: "settle" },
      { intent: "end-link" },
      { intent: "answer", report: "OWNER", answer: "x" },
      { intent: "lengthen", report: "OWNER", minutes: "30" },
      { intent: "waive-items", why: "" },
    ],
  }),
  "/admin/bookings/callers": office("file"),
  "/admin/bookings/new": office("page", {
    also: ["/admin/bookings/new?again=PLAN"],
    forms: [{ customer_id: "OWNER" }, { service: "monthly-home-care", frequency: "biweekly" }],
  }),
  "/admin/claims": office("page"),
  "/admin/claims/:id": office("missing", { forms: ["re-clean", "credit", "refuse"].map(intentOfOwner) }),
  "/admin/orders": office("page"),
  "/admin/orders/:id": office("missing", {
    forms: ["refund", "pay", "waive", "approve", "spend-credit"].map(intentOfOwner),
  }),
  "/admin/coupons": office("page"),
  "/admin/coupons/new": office("page", { forms: [{ intent: "create", code: "" }] }),
  "/admin/coupons/:id": office("missing", { forms: [{ intent: "change" }, { intent: "end" }] }),
  "/admin/referrals": office("page", { forms: [{ intent: "save", referrer_amount: "x" }] }),
  "/r/:code": everybody("away"),
  "/admin/messages": office("page", { forms: [{ intent: "restore-read", at: "2026-06-01T12:00:00Z" }] }),
  "/admin/messages/:id": office("missing", {
    forms: [
      { intent: "reply", body: "Hello" },
      { intent: "archive" },
      { intent: "canned-remove", id: "OWNER" },
    ],
  }),
  "/admin/applications": office("page", {
    also: ["/admin/applications?view=board"],
    forms: [{ intent: "status", id: "OWNER", status: "hired" }],
  }),
  "/admin/applications/:id": office("missing", {
    forms: [{ intent: "reject" }, { intent: "interview", date: "2026-06-10", time: "10:00" }],
  }),
  "/admin/search": office("page", { also: ["/admin/search?q=secretwood"] }),
  "/admin/search.json": office("file", { also: ["/admin/search.json?q=secretwood"] }),
  "/admin/sidebar": office("away", { forms: [{ collapsed: "true" }] }),
  "/admin/requests": office("page", { forms: [{ intent: "add-zip", zip: "03801" }] }),
  "/admin/requests/:id": office("missing"),
  "/admin/settings": office("page", { forms: [{}] }),
  "/admin/settings/fees": office("page", { forms: [{}] }),
  "/admin/settings/after-visits": office("page", { forms: [{}] }),
  "/admin/settings/limits": office("page", { forms: [{ intent: "save", refund_limit_manager: "" }] }),
  "/admin/settings/hours": office("page", { forms: [{}] }),
  "/admin/settings/area": office("page", { forms: [{ intent: "save" }] }),
  "/admin/settings/advanced": office("page", {
    forms: [
      { intent: "reset", word: "EMPTY", confirm: "no" },
      { intent: "recipient", recipient: "" },
    ],
  }),
  "/admin/backups/upload": office("away", { forms: [{ file: "none" }] }),
  "/admin/backups/:id": office("missing"),
  "/admin/site.log": office("file"),
  "/admin/users": office("page", { forms: ["grant", "send-again", "withdraw"].map(intentOfOwner) }),
  "/admin/users/:id": office("missing", {
    forms: [{ intent: "end-sessions" }, { intent: "end-address" }, { intent: "revoke" }],
  }),
  "/admin/reviews": office("page", { also: ["/admin/reviews?rating=5", "/admin/reviews?q=birchwork"] }),
  "/admin/reviews/:id": office("missing", {
    forms: [{ intent: "publish" }, { intent: "unpublish" }, { intent: "delete", reason: "spam" }],
  }),
  "/admin/newsletter": office("page", {
    forms: [
      { intent: "remove", id: "OWNER" },
      { intent: "restore", id: "OWNER" },
      { intent: "forget", id: "OWNER" },
    ],
  }),
  "/admin/mail": office("page", {
    also: ["/admin/mail?q=ottilie"],
    forms: [{ intent: "work-again", kind: "compact-counts" }],
  }),
  "/admin/mail/:id": office("missing", {
    forms: [{ intent: "again", attempts: "1" }, { intent: "try-address" }],
  }),
  "/admin/mail/:id/page": office("missing"),
  "/admin/webhooks": office("page"),
  "/admin/webhooks/new": office("page", { forms: [{ intent: "add", url: "https://mallory.example/" }] }),
  "/admin/webhooks/:id": office("missing", { forms: [{ intent: "delete" }, { intent: "secret" }] }),
  "/admin/webhooks/deliveries": office("page", { also: ["/admin/webhooks/deliveries?q=OWNER"] }),
  "/admin/webhooks/deliveries/:id": office("missing", { forms: [{ intent: "again", attempts: "1" }] }),
  "/admin/api-keys": office("page"),
  "/admin/api-keys/new": office("page", { forms: [{ intent: "add", name: "Mallory" }] }),
  "/admin/api-keys/:id": office("missing", { forms: [{ intent: "revoke" }, { intent: "renew" }] }),
  "/admin/storm": office("page", { forms: [{}] }),
  "/admin/storm/new": office("page", {
    also: ["/admin/storm/new?date=2026-06-10"],
    forms: [{ date: "2026-06-10", seen: "nothing" }],
  }),
  "/admin/storm/:id": office("missing", { forms: [{ intent: "resend" }, { intent: "open" }] }),
  "/admin/storm/:id/:visit": office("missing", { forms: [{ intent: "skip", refund: "15900" }] }),
  "/admin/*": everybody("missing"),
  "/dashboard": everybody("away"),
  "/files/:id": everybody("missing"),
  "/brand/:file": everybody("missing"),
  ...of("/robots.txt /.well-known/security.txt /sitemap.xml /site.webmanifest", everybody("file")),
  "/security-policy": everybody("page"),
  "/api/session": everybody("not allowed"),
  "/login/passkey": everybody("away"),
  "/api/passkey-options": everybody("not allowed"),
  "/api/auth/callback/:provider": everybody("away"),
  "/api/create-payment": everybody("not allowed"),
  "/api/docs": everybody("page"),
  "/widget": everybody("page"),
  "/widget/demo": everybody("page"),
  "/api/services": everybody("file"),
  "/api/bookings/:reference": { ...everybody("missing"), also: ["/api/bookings/UPCOMING"] },
  "/api/openapi.json": everybody("file"),
  "/api/calendar": everybody("missing"),
  "/api/webhooks/stripe": everybody("not allowed"),
  "/api/webhooks/test-checkout": everybody("not allowed"),
  "/*": everybody("missing"),
};
