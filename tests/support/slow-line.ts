import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A page whose head has arrived and whose body has not. `scripts` are the addresses in its head. */
export type HeldPage = { scripts: string[]; release: () => void };

export type SlowLine = {
  origin: string;
  /** Which responses are held back, by Sec-Fetch-Dest: pages; add "iframe" for frames. */
  holds: Set<string>;
  /** The next page whose body is held back. */
  held: () => Promise<HeldPage>;
  stop: () => Promise<void>;
};

/**
 * A proxy that sends the head of each page at once and its body when the test releases it. Other responses pass through.
 */
export async function slowLine(siteOrigin: string): Promise<SlowLine> {
  const pages: HeldPage[] = [];
  const askers: ((page: HeldPage) => void)[] = [];
  const holds = new Set(["document"]);
  const tell = (page: HeldPage) => {
    const asker = askers.shift();
    if (asker) asker(page);
    else pages.push(page);
  };
  const server = createServer((asked, answer) => forward(siteOrigin, asked, answer, { holds, tell }));
  server.listen(0, "localhost");
  await once(server, "listening");
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    holds,
    held: async () => pages.shift() ?? new Promise((resolve) => askers.push(resolve)),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function forward(
  siteOrigin: string,
  asked: IncomingMessage,
  answer: ServerResponse,
  { holds, tell }: { holds: Set<string>; tell: (page: HeldPage) => void },
): void {
  if (asked.headers["sec-purpose"]) {
    answer.writeHead(503).end(); // refuse prefetching, so that each page arrives while it is shown
    return;
  }
  // Uncompressed, so that a page can be cut where its body begins.
  const { "accept-encoding": _, ...headers } = asked.headers;
  const passed = request(new URL(asked.url ?? "/", siteOrigin), { method: asked.method, headers });
  const give = () => answer.destroy();
  passed.on("error", give);
  answer.on("close", () => passed.destroy());
  passed.on("response", async (response) => {
    response.on("error", give);
    const isPage = holds.has(String(asked.headers["sec-fetch-dest"]));
    answer.writeHead(response.statusCode ?? 502, response.headers);
    if (!isPage || !response.headers["content-type"]?.startsWith("text/html")) {
      response.pipe(answer);
      return;
    }
    const parts: Buffer[] = [];
    for await (const part of response) parts.push(part);
    const page = Buffer.concat(parts);
    const cut = page.indexOf("<body");
    const head = page.subarray(0, cut);
    const scripts = head.toString().matchAll(/<script[^>]* src="([^"]+)"/g);
    answer.write(head);
    tell({
      scripts: [...scripts].map(([, address = ""]) => address),
      release: () => answer.end(page.subarray(cut)),
    });
  });
  asked.pipe(passed);
}
