import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { createRequestHandler, RouterContextProvider } from "react-router";
import * as build from "virtual:react-router/server-build";

export function createApp() {
  const app = new Hono();
  const handler = createRequestHandler(build, "production");
  app.all("*", (c) => handler(c.req.raw, new RouterContextProvider()));
  return app;
}

if (import.meta.main) {
  serve({ fetch: createApp().fetch, port: 3000 });
}
