/** `npm run dev`: the site with hot reload. Server code is read again on the request after a change. */
import { createServer as createHttpServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import { createServer as createViteServer } from "vite";

type ServerModule = { createApp(services?: unknown): Hono };

const port = Number(process.env.PORT || 3000);
const http = createHttpServer();
const vite = await createViteServer({ server: { middlewareMode: true, hmr: { server: http } }, appType: "custom" });

let loaded: { module: ServerModule; app: Hono } | undefined;

/** The application built from the newest server code. */
async function currentApp(): Promise<Hono> {
  const module = (await vite.ssrLoadModule("/server.ts")) as ServerModule;
  if (loaded?.module !== module) loaded = { module, app: module.createApp() };
  return loaded.app;
}

const listener = getRequestListener(async (request, bindings) => {
  try {
    return await (await currentApp()).fetch(request, bindings);
  } catch (error) {
    vite.ssrFixStacktrace(error as Error);
    console.error(error);
    return new Response(String((error as Error).stack), { status: 500 });
  }
});

http.on("request", (request, response) => vite.middlewares(request, response, () => listener(request, response)));
http.listen(port, () => console.log(`Development server on http://localhost:${port}`));
