import { ApiError, missing } from "./api-error.ts";
import { type Books, emit, newId, type Session } from "./books.ts";
import type { Params } from "./params.ts";

const MINUTES = 60;

/** Opens a hosted checkout, with Stripe's own checks. */
export function createSession(books: Books, params: Params): Session {
  const mode = params.mode ?? refuse("mode", "Missing required param: mode.");
  const isPlan = mode === "subscription";
  const isSetup = mode === "setup";
  if (!params.success_url) refuse("success_url", "Missing required param: success_url.");
  for (const name of ["success_url", "cancel_url"]) checkUrl(params[name], name);
  checkText(params.client_reference_id, "client_reference_id", 200);
  checkMetadata(params.metadata, "metadata");
  if (params.customer_email && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(params.customer_email)) {
    throw new ApiError(400, {
      code: "email_invalid",
      message: `Invalid email address: ${params.customer_email}`,
      param: "customer_email",
    });
  }
  if (params.customer && params.customer_email) {
    refuse("customer_email", "You may only specify one of these parameters: customer, customer_email.");
  }
  if (params.customer && !books.customers.has(params.customer)) {
    throw missing("customer", params.customer, "customer");
  }
  if (isPlan && params.payment_intent_data) {
    refuse("payment_intent_data", "You can not pass `payment_intent_data` in `subscription` mode.");
  }
  if (!isPlan && params.subscription_data) {
    refuse("subscription_data", "You can not pass `subscription_data` in `payment` mode.");
  }
  checkMetadata(params.payment_intent_data?.metadata, "payment_intent_data[metadata]");
  checkMetadata(params.subscription_data?.metadata, "subscription_data[metadata]");
  if (isSetup) checkSetup(params);
  if (params.custom_text?.submit)
    checkText(params.custom_text.submit.message, "custom_text[submit][message]", 1200);
  if (params.customer_creation && (isPlan || params.customer))
    refuse(
      "customer_creation",
      "`customer_creation` can only be used without a customer, in `payment` and `setup` mode.",
    );
  const { amount, currency } = isSetup
    ? { amount: null, currency: params.currency }
    : priceOf(params, isPlan);
  const expires_at = params.expires_at ?? books.seconds() + 24 * 60 * MINUTES;
  const ahead = expires_at - books.seconds();
  if (ahead < 30 * MINUTES) {
    refuse(
      "expires_at",
      "The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.",
    );
  }
  if (ahead > 24 * 60 * MINUTES) {
    refuse(
      "expires_at",
      "The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.",
    );
  }
  const id = newId("cs_test");
  const session: Session = {
    id,
    object: "checkout.session",
    amount_subtotal: amount,
    amount_total: amount,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    collected_information: null,
    created: books.seconds(),
    currency,
    customer: params.customer ?? null,
    customer_details: null,
    customer_email: params.customer_email ?? null,
    expires_at,
    invoice: null,
    livemode: false,
    metadata: params.metadata ?? {},
    mode,
    payment_intent: null,
    payment_status: isSetup || amount === 0 ? "no_payment_required" : "unpaid",
    setup_intent: null,
    status: "open",
    subscription: null,
    success_url: params.success_url,
    ui_mode: "hosted_page",
    url: `${books.origin()}/c/pay/${id}`,
  };
  books.sessions.set(id, session);
  books.asked.set(id, params);
  return session;
}

/** The session as of now: expired if its time is over. */
export function sessionOf(books: Books, id: string): Session {
  const session = books.sessions.get(id);
  if (!session) throw missing("checkout.session", id, "session");
  if (session.status === "open" && session.expires_at <= books.seconds()) endSession(books, session);
  return session;
}

/** Newest first, as Stripe lists them. */
export function listSessions(books: Books, { status }: Params): Session[] {
  const all = [...books.sessions.keys()].map((id) => sessionOf(books, id));
  return all.filter((one) => !status || one.status === status).reverse();
}

export function expireSession(books: Books, id: string): Session {
  const session = sessionOf(books, id);
  if (session.status !== "open") {
    refuse(undefined, `Only Checkout Sessions with a status in ["open"] can be expired.`);
  }
  endSession(books, session);
  return session;
}

function endSession(books: Books, session: Session): void {
  Object.assign(session, { status: "expired", url: null });
  emit(books, "checkout.session.expired", session);
}

/** What Stripe refuses of a checkout that only saves a card. */
function checkSetup(params: Params): void {
  const refused = [
    "line_items",
    "payment_intent_data",
    "phone_number_collection",
    "adaptive_pricing",
    "saved_payment_method_options",
  ];
  for (const name of refused)
    if (params[name]) refuse(name, `You can not pass \`${name}\` in \`setup\` mode.`);
  if (!params.currency) refuse("currency", "Missing required param: currency.");
}

function priceOf({ line_items = [] }: Params, isPlan: boolean): { amount: number; currency: string } {
  if (line_items.length === 0) refuse("line_items", "Missing required param: line_items.");
  let amount = 0;
  let currency = "";
  for (const [index, { price_data, quantity }] of line_items.entries()) {
    const place = `line_items[${index}]`;
    if (!price_data)
      throw new ApiError(400, { message: "The fake knows no prices of its own", param: place });
    if (!(quantity > 0)) refuse(`${place}[quantity]`, "Quantity must be greater than 0.");
    const { unit_amount, product_data, recurring } = price_data;
    if (unit_amount === undefined || unit_amount < 0) {
      refuse(`${place}[price_data][unit_amount]`, "Invalid non-negative integer");
    }
    if (!/^[a-z]{3}$/.test(price_data.currency)) {
      refuse(`${place}[price_data][currency]`, `Invalid currency: ${price_data.currency}`);
    }
    if (index > 0 && price_data.currency !== currency) {
      refuse(place, "All line items must have the same currency.");
    }
    if (!product_data?.name) refuse(`${place}[price_data][product_data][name]`, "This can not be empty.");
    checkText(product_data.name, `${place}[price_data][product_data][name]`, 250);
    if (product_data.description === "") {
      refuse(
        `${place}[price_data][product_data][description]`,
        "You passed an empty string for 'description'.",
      );
    }
    if (Boolean(recurring) !== isPlan) {
      refuse(
        place,
        `You specified \`${isPlan ? "subscription" : "payment"}\` mode but passed another price.`,
      );
    }
    amount += unit_amount * quantity;
    currency = price_data.currency;
  }
  if (amount > 0 && amount < 50) {
    const message = "The Checkout Session's total amount must convert to at least 50 cents.";
    throw new ApiError(400, { code: "amount_too_small", message });
  }
  return { amount, currency };
}

function checkUrl(url: string | undefined, param: string): void {
  if (url === undefined) return;
  if (!URL.canParse(url.replaceAll("{CHECKOUT_SESSION_ID}", "id")) || !/^https?:/.test(url)) {
    throw new ApiError(400, { code: "url_invalid", message: "Not a valid URL", param });
  }
}

function checkText(text: string | undefined, param: string, length: number): void {
  if ((text?.length ?? 0) > length) refuse(param, `Invalid string: must be at most ${length} characters`);
}

function checkMetadata(metadata: Record<string, string> | undefined, param: string): void {
  for (const [name, value] of Object.entries(metadata ?? {})) {
    checkText(name, param, 40);
    checkText(value, `${param}[${name}]`, 500);
  }
}

function refuse(param: string | undefined, message: string): never {
  throw new ApiError(400, { message, param });
}
