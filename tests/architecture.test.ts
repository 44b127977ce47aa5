import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import { environmentVariables } from "~/platform/env.server";
import routes from "~/routes";
import { findCycle } from "./support/cycles";
import { wrongName } from "./support/file-names";
import { mayImport } from "./support/layers";
import { filesThatReach } from "./support/reached";
import { rungOf } from "./support/rooms";
import { readSources } from "./support/source-files";

const sources = readSources();
const isPure = (file: string) =>
  /^app\/(features|lib|ui|platform)\/.*\.ts$/.test(file) && !file.endsWith(".server.ts");

test("files import only what their layer may", () => {
  const wiring = ["server.ts", "commands.ts", "app/platform/connect.server.ts"];
  const opened = new Set(
    sources
      .filter(({ path }) => wiring.includes(path))
      .flatMap(({ imports }) => imports.map(({ target }) => target)),
  );
  const complaints = sources.flatMap((file) =>
    file.imports.map((imported) => {
      const fix = mayImport(file.path, imported, opened);
      return fix && `${file.path} imports ${imported.target}. ${fix}`;
    }),
  );
  expect(complaints.filter(Boolean)).toEqual([]);
});

test("a file imports only from its own rung and those below", () => {
  const complaints = sources.flatMap(({ path: file, imports }) => {
    const from = file.startsWith("app/features/") ? rungOf(file) : Number.POSITIVE_INFINITY;
    if (from === undefined) return [`${file} is in no room. List it in tests/support/rooms.ts.`];
    return imports
      .filter(({ target }) => (rungOf(target) ?? -1) > from)
      .map(({ target }) => `${file} imports ${target}, which stands higher.`);
  });
  const fix = "Move what both need down, or enqueue a job that the higher room handles.";
  expect(complaints, fix).toEqual([]);
});

test("files don't import each other in a circle, types included", () => {
  const edges = sources.flatMap(({ path: file, imports }) =>
    imports.map(({ target }) => [file.replace(/\.tsx?$/, ""), target] as const),
  );
  expect(findCycle(edges), "Move what both need into one of them, or into a third file.").toBeUndefined();
});

test("a file without a suffix is pure or a browser script: no React, HTTP, SQL, environment, clock or random numbers", () => {
  const worldly =
    /^(node:.*|react|react-dom|react-router|hono|drizzle-orm|pg|pg-boss|pino|nodemailer|@(react-router|hono|base-ui)\b.*)(\/.*)?$/;
  const global =
    /^(process\..*|Date\.now|new Date\(\)|performance\.now|Temporal\.Now.*|Math\.random|crypto\..*|fetch|window\..*|document\..*|localStorage\..*)$/;
  const scripts = sources.flatMap(({ imports }) => imports.filter(({ asUrl }) => asUrl));
  const browsers = new Set(["app/ui/live/parsed.ts", ...scripts.map(({ target }) => `${target}.ts`)]);
  const complaints = sources
    .filter((file) => isPure(file.path) && !browsers.has(file.path))
    .flatMap((file) => [
      ...file.imports
        .filter(({ target, typeOnly }) => worldly.test(target) && !typeOnly)
        .map(({ target }) => `${file.path} imports ${target}`),
      ...[...file.mentions].filter((name) => global.test(name)).map((name) => `${file.path} uses ${name}`),
    ]);
  expect(complaints, "Pass the value in, or rename the file to .server.ts or .tsx.").toEqual([]);
});

test("a file uses at most two rooms beside its own, or says which it uses for what", () => {
  const complaints = sources.flatMap(({ path: file, imports }) => {
    const rooms = new Set(imports.flatMap(({ target }) => roomOf(target) ?? []));
    rooms.delete(roomOf(file) ?? "");
    const [, reason = ""] = /^\/\/ Rooms: ((?:.*\n\/\/ )*.*)/.exec(readFileSync(file, "utf8")) ?? [];
    if (!roomOf(file) || rooms.size <= 2) return reason ? [`${file} needs no reason.`] : [];
    const silent = [...rooms].filter((room) => !reason.includes(`(${room})`));
    return silent.map((room) => `${file} does not say what it uses ${room} for.`);
  });
  const fix =
    "Let a lower room or the caller do it, or begin the file with '// Rooms: what (room), what (room).'";
  expect(complaints, fix).toEqual([]);
});

test("a file of a room has one of the common names, or a name of the glossary's words", () => {
  const complaints = sources.filter(({ path }) => roomOf(path)).map(({ path }) => wrongName(path));
  expect(complaints.filter(Boolean), "Use a word of docs/glossary.md, or add it there.").toEqual([]);
});

test("a folder of a room holds at most 15 files, besides tests", () => {
  const files = new Map<string, number>();
  for (const { path: file } of sources.filter(({ path }) => roomOf(path)))
    files.set(path.dirname(file), (files.get(path.dirname(file)) ?? 0) + 1);
  expect(
    [...files].filter(([, count]) => count > 15),
    "Split it by who acts, or by step.",
  ).toEqual([]);
});

test("a file of a room under 25 lines is used by more than one file", () => {
  const users = new Map<string, Set<string>>();
  for (const { path: file, imports } of sources)
    for (const { target } of imports) users.set(target, (users.get(target) ?? new Set()).add(file));
  const complaints = sources
    .filter(({ path: file }) => roomOf(file) && readFileSync(file, "utf8").split("\n").length <= 25)
    .map(({ path: file }) => ({ file, by: users.get(file.replace(/\.tsx?$/, "")) }))
    .filter(({ by }) => by?.size === 1 && roomOf([...by][0] ?? ""))
    .map(({ file, by }) => `${file} is used by ${[...(by ?? [])]} only.`);
  expect(complaints, "Move its content into the file that uses it.").toEqual([]);
});

test("process.env is read in one file", () => {
  const readers = sources.filter((file) => file.mentions.has("process.env")).map((file) => file.path);
  const fix = "Add the variable to the schema in app/platform/env.server.ts and pass its value in.";
  expect(
    readers.filter((file) => file !== "app/platform/env.server.ts"),
    fix,
  ).toEqual([]);
});

test("one file on the server passes posted fields to Conform", () => {
  const givers = sources
    .filter(
      ({ path, imports }) =>
        !path.includes("/ui/") && imports.some(({ target }) => target.startsWith("@conform-to/zod")),
    )
    .map(({ path }) => path);
  const fix =
    "Use checkForm of app/platform/request/form.server.ts: it keeps out the names that Conform would obey.";
  expect(givers, fix).toEqual(["app/platform/request/form.server.ts"]);
});

test("no file only re-exports others", () => {
  const barrels = sources.filter(
    (file) =>
      /\/index\.tsx?$/.test(file.path) ||
      file.imports.some((imported) => imported.reExport && existsAsSource(imported.target)),
  );
  expect(
    barrels.map((file) => file.path),
    "Import from the file that defines the thing.",
  ).toEqual([]);
});

test("no file is named utils, helpers, common, misc or shared", () => {
  const drawers = globSync("{app,db,scripts,tests,bench}/**/*.{ts,tsx,mjs}").filter((file) =>
    /^(utils?|helpers?|common|misc|shared)\./.test(path.basename(file)),
  );
  expect(drawers, "Name the file after what is in it.").toEqual([]);
});

test("a file has at most 300 lines, a test file 450", () => {
  const mayHave = (file: string) => (/\.(test|spec)\.tsx?$/.test(file) ? 450 : 300);
  const long = globSync(["*.ts", "{app,db,scripts,tests,bench}/**/*.{ts,tsx,mjs,css}"]).filter(
    (file) => readFileSync(file, "utf8").split("\n").length - 1 > mayHave(file),
  );
  expect(long, "Split it where one half can be told without the other.").toEqual([]);
});

test("each route module is in the route table, and the other way around", () => {
  const listed = [...new Set(modulesOf(routes))].sort();
  const present = globSync("app/routes/**/*.{ts,tsx}").map((file) => path.relative("app", file));
  const fix = "List the module in app/routes.ts; parts of a screen belong to a feature's ui/ or to app/ui/.";
  expect(present.filter((file) => !/\.test\.tsx?$/.test(file)).sort(), fix).toEqual(listed);
});

test("a route declares that it takes files when its code reads them, and only then", () => {
  const readers = [
    "app/platform/request/multipart.server#formParts",
    "app/platform/request/upload.server#uploadedFile",
  ];
  const modules = [...filesThatReach(readers, sources)].filter((file) => file.startsWith("app/routes/"));
  const declare = sources
    .filter(({ path: file }) =>
      /^export const handle = .*\btakesFiles: true\b/m.test(readFileSync(file, "utf8")),
    )
    .map(({ path: file }) => file);
  expect(modules.length).toBeGreaterThan(0);
  expect(
    declare,
    "Add `takesFiles: true` to the route's handle: without it, more than 512 KB are refused.",
  ).toEqual(modules.sort());
});

test("migrations are numbered without gaps, and the journal lists each", () => {
  const files = globSync("db/migrations/*.sql")
    .map((file) => path.basename(file, ".sql"))
    .sort();
  const journal = JSON.parse(readFileSync("db/migrations/meta/_journal.json", "utf8"));
  expect(files).toEqual(journal.entries.map((entry: { tag: string }) => entry.tag));
  for (const [index, name] of files.entries()) {
    expect(name, "Name it NNNN_what_it_does.sql.").toMatch(
      new RegExp(`^${String(index).padStart(4, "0")}_[a-z0-9_]+$`),
    );
  }
});

test("migrations only add, so that processes of the version before keep running", () => {
  const breaks =
    /\bdrop (table|column)\b|\brename\b|\bset not null\b|\bset data type\b|\balter column \S+ type\b/i;
  const complaints = globSync("db/migrations/*.sql")
    .filter((file) => Number(path.basename(file).slice(0, 4)) >= 6)
    .filter((file) => breaks.test(readFileSync(file, "utf8")));
  const fix =
    "Add what is new now, and take what is old away one version later (docs/operations.md, 'Upgrade').";
  expect(complaints, fix).toEqual([]);
  expect(
    ['ALTER TABLE "a" DROP COLUMN "b"', 'ALTER TABLE "a" RENAME TO "b"'].every((sql) => breaks.test(sql)),
  ).toBe(true);
});

test("the README explains every setting of the process", () => {
  const readme = readFileSync("README.md", "utf8");
  const missing = environmentVariables.filter((name) => !readme.includes(`\`${name}\``));
  expect(missing, "Add a row to the table of settings in README.md.").toEqual([]);
});

test("compose.yaml and its example have every setting that is not the image's own or for tests", () => {
  const elsewhere = ["PORT", "HOST", "DATA_DIR", "NODE_ENV", "JOBS", "RATE_LIMIT_FACTOR", "STRIPE_API_BASE"];
  const passed = environmentVariables.filter((name) => !elsewhere.includes(name));
  const compose = readFileSync("compose.yaml", "utf8");
  const example = readFileSync("deploy/env.example", "utf8");
  expect(passed.filter((name) => !new RegExp(`^    ${name}:`, "m").test(compose))).toEqual([]);
  const asked = [...compose.matchAll(/^ {4}(\w+):$/gm)].map(([, name = ""]) => name);
  const left = asked.filter((name) => /^[A-Z_]+$/.test(name) && !new RegExp(`^${name}=`, "m").test(example));
  expect(left).toEqual([]);
});

const roomOf = (file: string) => /^app\/features\/([^/]+)\//.exec(file)?.[1];

function existsAsSource(target: string): boolean {
  return [".ts", ".tsx"].some((extension) => existsSync(target + extension));
}

function modulesOf(entries: RouteConfigEntry[]): string[] {
  return entries.flatMap((entry) => [entry.file, ...modulesOf(entry.children ?? [])]);
}
