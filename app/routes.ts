import { index, type RouteConfig, route } from "@react-router/dev/routes";

/** The whole site on one page, in the order of the route table (spec section 2). */
export default [
  index("routes/site/home.tsx"),
  route("*", "routes/site/not-found.tsx"),
] satisfies RouteConfig;
