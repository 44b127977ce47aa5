/** `node bench/with-sources.ts NAME`: runs bench/NAME.ts, which imports the program's sources. Only Vite can read all of them. */
import { createServer } from "vite";

const [name] = process.argv.splice(2, 1);
const vite = await createServer({ server: { middlewareMode: true }, appType: "custom", logLevel: "error" });
try {
  await vite.ssrLoadModule(`/bench/${name}.ts`);
} finally {
  await vite.close();
}
