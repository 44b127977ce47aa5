/**
 * `npm run dev`: the site with hot reload. Server code is read again at the first request after a change, while
 * database and background work stay up; background work keeps the code that it started with.
 */
import { createServer as createHttpServer } from "node:http";
import { stripVTControlCharacters } from "node:util";
import { getRequestListener } from "@hono/node-server";
import { createServer as createViteServer } from "vite";

const http = createHttpServer();
const vite = await createViteServer({
  server: { middlewareMode: true, hmr: { server: http } },
  appType: "custom",
});

const load = <Module>(file: string) => vite.ssrLoadModule(file) as Promise<Module>;
const loadServer = () => load<typeof import("../server")>("/server.ts");

try {
  await start();
} catch (error) {
  console.error(error instanceof Error && error.name === "StartupError" ? error.message : error);
  process.exit(1);
}

async function start() {
  const { readEnv } = await load<typeof import("../app/platform/env.server")>("/app/platform/env.server.ts");
  const env = readEnv();
  vite.watcher.unwatch(env.dataDir);
  const { runtime, close } = await (await loadServer()).openRuntime(env);

  let current: {
    module: unknown;
    app: { fetch: (request: Request, bindings: object) => Promise<Response> | Response };
  };
  const listener = getRequestListener(async (request, bindings) => {
    try {
      const module = await loadServer();
      if (current?.module !== module) current = { module, app: module.createApp(runtime) };
      const response = await current.app.fetch(request, bindings);
      response.headers.delete("Content-Security-Policy"); // hot reload works with inline scripts and styles
      return response;
    } catch (error) {
      return new Response(stripVTControlCharacters(String(error)), { status: 500 }); // Vite has logged it
    }
  });

  http.on("request", (request, response) =>
    vite.middlewares(request, response, () => listener(request, response)),
  );
  http.listen(env.port, env.host, () => console.log(`\nReady for work: http://localhost:${env.port}`));

  const stop = async () => {
    http.closeAllConnections();
    await vite.close();
    await close();
    process.exit(0);
  };
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
}
