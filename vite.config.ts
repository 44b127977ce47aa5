import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";
import { imagetools } from "vite-imagetools";
import { compression } from "vite-plugin-compression2";

export default defineConfig({
  plugins: [tailwindcss(), imagetools(), reactRouter(), compressed()],
  resolve: { tsconfigPaths: true },
  environments: {
    ssr: { build: { rollupOptions: { input: "./server.ts" } } },
  },
  build: { assetsInlineLimit: 0 },
});

/** What the browser gets is compressed once, here, and never again. */
function compressed(): Plugin {
  const plugin = compression({ include: /\.(js|css|svg)$/, algorithms: ["brotliCompress", "gzip"] });
  return { ...plugin, applyToEnvironment: ({ name }) => name === "client" };
}
