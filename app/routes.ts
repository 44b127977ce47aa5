import { index, type RouteConfig, route } from "@react-router/dev/routes";

/** The whole site on one page, in the order of the route table (spec section 2). */
export default [
  index("routes/site/home.tsx"),
  route("api/create-payment", "routes/api/create-payment.ts"),
  route("api/availability", "routes/api/availability.ts"),
  route("api/calendar", "routes/api/calendar.ts"),
  route("api/webhooks/test-checkout", "routes/api/test-checkout-webhook.ts"),
  route("*", "routes/site/not-found.tsx"),
] satisfies RouteConfig;
