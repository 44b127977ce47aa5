import path from "node:path";
import { build, type Plugin } from "vite";

/**
 * `import address from "./x.ts?url"` in app: the address of the module, bundled into one small file, for pages without
 * React. In development Vite serves the modules one by one.
 */
export function plainModules(): Plugin {
  return {
    name: "plain-modules",
    apply: "build",
    enforce: "pre",
    load: {
      filter: { id: /\/app\/.+\.ts\?url$/ },
      async handler(id) {
        const file = id.slice(0, -"?url".length);
        const name = `${path.basename(file, ".ts")}.js`;
        const asset = this.emitFile({ type: "asset", name, source: await bundle(file) });
        return `export default "__VITE_ASSET__${asset}__"`;
      },
    },
  };
}

async function bundle(file: string): Promise<string> {
  const result = await build({
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: "warn",
    resolve: { tsconfigPaths: true },
    build: {
      write: false,
      modulePreload: false,
      target: "baseline-widely-available",
      rollupOptions: { input: file, output: { codeSplitting: false } },
    },
  });
  if (Array.isArray(result) || !("output" in result)) throw new Error(`${file} could not be bundled.`);
  return result.output[0].code;
}
