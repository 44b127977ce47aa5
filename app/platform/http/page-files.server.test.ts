import { expect, test } from "vitest";
import { pageFiles } from "./page-files.server";

const route = (id: string, parentId: string | undefined, imports: string[], css: string[] = []) => ({
  ...{ id, parentId, imports, css, module: `/assets/${id}.js` },
  ...{ hasAction: false, hasLoader: false, hasClientAction: false, hasClientLoader: false },
  ...{ hasClientMiddleware: false, hasDefaultExport: true, hasErrorBoundary: false },
  ...{ clientActionModule: undefined, clientLoaderModule: undefined },
  ...{ clientMiddlewareModule: undefined, hydrateFallbackModule: undefined },
});
const assets = {
  entry: { module: "/assets/entry.js", imports: ["/assets/react.js"] },
  routes: {
    root: route("root", undefined, ["/assets/react.js", "/assets/toast.js"]),
    frame: route("frame", "root", ["/assets/site.js"], ["/assets/frame.css"]),
    page: route("page", "frame", ["/assets/site.js"]),
    other: route("other", "root", ["/assets/office.js"]),
  },
};

test("a page needs the files of the entry, of its route and of the routes around it, each once", () => {
  expect(pageFiles(assets, "page").sort()).toEqual([
    "/assets/entry.js",
    "/assets/frame.css",
    "/assets/frame.js",
    "/assets/page.js",
    "/assets/react.js",
    "/assets/root.js",
    "/assets/site.js",
    "/assets/toast.js",
  ]);
});

test("a route that isn't in the build is an error, not an empty list", () => {
  expect(() => pageFiles(assets, "nothing")).toThrow("There is no route nothing.");
});
