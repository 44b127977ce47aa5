import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

/** The whole site on one page, in the order of the route table (spec section 2). */
export default [
  layout("routes/site/layout.tsx", [
    index("routes/site/home.tsx"),
    route("services", "routes/site/services.tsx"),
    route("book", "routes/book/book.tsx"),
    route("payment", "routes/book/payment.tsx"),
    route("payment-success", "routes/book/payment-success.tsx"),
    route("payment-canceled", "routes/book/payment-canceled.tsx"),
    route("confirmation", "routes/book/confirmation.tsx"),
    route("*", "routes/site/not-found.tsx"),
  ]),
  route("dashboard", "routes/site/dashboard.ts"),
  route("api/create-payment", "routes/api/create-payment.ts"),
  route("api/availability", "routes/api/availability.ts"),
  route("api/calendar", "routes/api/calendar.ts"),
  route("api/webhooks/test-checkout", "routes/api/test-checkout-webhook.ts"),
] satisfies RouteConfig;
