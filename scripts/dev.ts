/**
 * `npm run dev`: the site with hot reload. After a change, the next request loads the server code anew. Database and jobs
 * stay up; jobs keep the code that they started with.
 */
import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { stripVTControlCharacters } from "node:util";
import { getRequestListener } from "@hono/node-server";
import { createServer as createViteServer } from "vite";

type Server = typeof import("../server");
type Environment = typeof import("../app/platform/env.server");
type Signals = typeof import("../app/platform/end-signals.server");

const http = createHttpServer();
const vite = await createViteServer({
  server: { middlewareMode: true, hmr: { server: http } },
  appType: "custom",
});
const load = <Module>(file: string) => vite.ssrLoadModule(file) as Promise<Module>;

try {
  await start();
} catch (error) {
  console.error(error instanceof Error && error.name === "StartupError" ? error.message : error);
  process.exit(1);
}

async function start() {
  const env = (await load<Environment>("/app/platform/env.server.ts")).readEnv();
  vite.watcher.unwatch(env.dataDir);
  const { runtime, close } = await (await load<Server>("/server.ts")).openRuntime(env);

  let current: { code: Server; app: ReturnType<Server["createApp"]> } | undefined;
  const answer = getRequestListener(async (request, bindings) => {
    try {
      const code = await load<Server>("/server.ts");
      if (current?.code !== code) current = { code, app: code.createApp(runtime) };
      const response = await current.app.fetch(request, bindings);
      response.headers.delete("Content-Security-Policy"); // hot reload needs inline scripts and styles
      return response;
    } catch (error) {
      return new Response(stripVTControlCharacters(String(error)), { status: 500 }); // Vite has logged it
    }
  });
  http.on("request", (request, response) =>
    vite.middlewares(request, response, () => answer(request, response)),
  );
  await once(http.listen(env.port, env.host), "listening");
  console.log(`\nReady for work: http://localhost:${env.port}`);

  const { onEndSignal } = await load<Signals>("/app/platform/end-signals.server.ts");
  onEndSignal(async () => {
    http.closeAllConnections();
    await vite.close();
    await close();
    process.exit(0);
  });
}
