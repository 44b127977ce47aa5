/**
 * Runs before `npm start`, `npm test`, `npm run dev` and others. Installs packages unless node_modules matches
 * package-lock.json, and builds if a source changed since the last build (not with `--no-build`). `--dev` also installs
 * what only tests, lint and benchmarks need (docs/decisions/038-two-sets-of-packages.md). Uses only Node ≥ 20, because a
 * fresh clone has no packages yet.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const modules = join(root, "node_modules");
const bin = join(modules, ".bin");
const installStamp = join(modules, ".installed-from");
const buildStamp = join(root, "build", ".built-from");

/** The set of packages that this command needs. */
const wanted = process.argv.includes("--dev") ? "all" : "start";

/** What the build reads. Test files don't count. */
const buildInputs = [
  "app",
  "content",
  "db",
  "public",
  "scripts",
  "server.ts",
  "package-lock.json",
  "react-router.config.ts",
  "tsconfig.json",
  "vite.config.ts",
];

await prepare();

async function prepare() {
  const major = Number(process.versions.node.split(".")[0]);
  if (major < 20) stop(`Node 20 or newer is needed; this is ${process.version}.`);
  if (!installed()) await install();
  if (!process.argv.includes("--no-build") && read(buildStamp) !== hashOf(buildInputs)) await build();
}

function installed() {
  if (lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink()) return true; // linked from elsewhere
  const lockHash = hashOf(["package-lock.json"]);
  const stamp = read(installStamp);
  if (stamp === `${lockHash} all` || stamp === `${lockHash} ${wanted}`) return true;
  if (!existsSync(join(bin, "node"))) return false;
  const present = ["all", wanted].find(holdsWhatTheLockSays);
  if (present) writeFileSync(installStamp, `${lockHash} ${present}`);
  return present !== undefined;
}

/** Whether npm itself brought node_modules to the state of package-lock.json, as `npm install NAME` does. */
function holdsWhatTheLockSays(set) {
  try {
    const locked = JSON.parse(read(join(root, "package-lock.json"))).packages;
    const present = JSON.parse(read(join(modules, ".package-lock.json"))).packages;
    const dispensable = ({ optional, dev, devOptional }) =>
      optional || (set === "start" && (dev || devOptional));
    return Object.entries(locked).every(
      ([path, entry]) =>
        path === "" || (present[path] ? present[path].version === entry.version : dispensable(entry)),
    );
  } catch {
    return false;
  }
}

/** Adds to what is installed, which is faster than installing all anew. Development packages stay. */
async function install() {
  const set = read(installStamp)?.endsWith(" all") ? "all" : wanted;
  const adds = set === "all" && existsSync(join(bin, "node")) && holdsWhatTheLockSays("start");
  const omit = set === "start" ? ["--omit=dev"] : [];
  rmSync(installStamp, { force: true });
  // npm removes the Node in node_modules while it works, so run npm with the system's Node.
  const path = process.env.PATH.split(delimiter).filter((dir) => resolve(dir) !== bin);
  const command = [...(adds ? ["install", "--no-save"] : ["ci"]), ...omit, "--no-audit", "--no-fund"];
  await step(adds ? "Installing development packages" : "Installing packages", "npm", command, path);
  removeUnread();
  writeFileSync(installStamp, `${hashOf(["package-lock.json"])} ${set}`);
}

/** Deletes a quarter of what npm unpacks and nothing uses: the headers that come with Node, and source maps. */
function removeUnread() {
  for (const name of readdirSync(modules))
    if (/^node-(bin-)?(darwin|linux)-/.test(name))
      rmSync(join(modules, name, "include"), { recursive: true, force: true });
  for (const file of readdirSync(modules, { recursive: true }))
    if (/\.(js|mjs|cjs|ts|mts|cts)\.map$/.test(file)) rmSync(join(modules, file));
}

async function build() {
  rmSync(buildStamp, { force: true });
  const inputs = hashOf(buildInputs); // hashed before the build, so that a change during the build causes another one
  const path = [bin, ...process.env.PATH.split(delimiter)];
  await step("Building the site", join(bin, "node"), [join(bin, "react-router"), "build"], path);
  mkdirSync(join(root, "build"), { recursive: true });
  writeFileSync(buildStamp, inputs);
}

/** Runs a command and shows one line of progress. If it fails, shows the end of its output and exits with 1. */
async function step(title, command, args, path) {
  const started = Date.now();
  const seconds = () => `${Math.round((Date.now() - started) / 1000)} s`;
  const live = process.stdout.isTTY;
  process.stdout.write(`› ${title} …`);
  const clock = live
    ? setInterval(() => process.stdout.write(`\r› ${title} … ${seconds()}`), 1000)
    : undefined;

  const { code, output } = await run(command, args, path);
  clearInterval(clock);
  process.stdout.write(live ? `\r› ${title} … ${seconds()}\n` : ` ${seconds()}\n`);
  if (code === 0) return;
  process.stderr.write(`${output.trimEnd().split("\n").slice(-40).join("\n")}\n`);
  stop(`${title} failed.`);
}

function run(command, args, path) {
  return new Promise((done) => {
    const env = { ...process.env, PATH: path.join(delimiter) };
    const child = spawn(command, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    const keep = (chunk) => {
      output = (output + chunk).slice(-100_000);
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    process.once("SIGTERM", () => child.kill());
    child.on("error", (error) => done({ code: 1, output: `${command}: ${error.message}` }));
    child.on("close", (code) => done({ code, output }));
  });
}

/** One hash over the names and contents of all files under these paths. */
function hashOf(paths) {
  const hash = createHash("sha256");
  for (const file of paths.flatMap(filesUnder))
    hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest("hex");
}

function filesUnder(path) {
  const stat = lstatSync(join(root, path), { throwIfNoEntry: false });
  if (!stat) return [];
  if (!stat.isDirectory()) return /\.test\.tsx?$/.test(path) ? [] : [path];
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesUnder(`${path}/${name}`));
}

function read(file) {
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

function stop(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
