import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { temporaryFolder } from "./server.ts";

/** nginx with one worker on a free port, sending these bytes from a file with these headers. */
export async function startNginx(bytes: Buffer, headers: Record<string, string>) {
  const folder = temporaryFolder();
  const port = await freePort();
  const root = path.join(folder.path, "root");
  mkdirSync(root);
  writeFileSync(path.join(root, "page"), bytes);
  const config = path.join(folder.path, "nginx.conf");
  writeFileSync(config, configuration(folder.path, port, headers));
  const child = spawn("nginx", ["-c", config, "-e", "stderr"], { stdio: ["ignore", "ignore", "inherit"] });
  const origin = `http://127.0.0.1:${port}`;
  await untilAnswered(origin);
  const stop = async () => {
    child.kill("SIGTERM");
    await once(child, "exit");
    folder.remove();
  };
  return { origin, stop };
}

/** The fastest configuration: no log, the file stays open; all files are in the folder. */
function configuration(folder: string, port: number, headers: Record<string, string>): string {
  const own = ["content-length", "date", "connection", "keep-alive", "etag", "content-type"];
  const added = Object.entries(headers)
    .filter(([name]) => !own.includes(name))
    .map(([name, value]) => `add_header ${name} ${JSON.stringify(value).replaceAll("$", "")};`);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(" ");
  return `
    ${process.getuid?.() === 0 ? "user root;" : ""}
    daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr error;
    events { worker_connections 256; }
    http {
      ${temporary}
      access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000;
      open_file_cache max=10; default_type "text/html; charset=utf-8";
      server {
        listen 127.0.0.1:${port}; root ${folder}/root;
        location / { try_files /page =404; ${added.join(" ")} }
      }
    }`;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

async function untilAnswered(origin: string): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const answer = await fetch(origin).catch(() => null);
    if (answer?.ok) return;
    await sleep(50);
  }
  throw new Error("nginx does not answer.");
}
