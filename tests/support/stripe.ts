import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";

/** Something that answers like Stripe's API to who has this secret key, on a port of this machine; it notes what it is asked. */
export async function fakeStripe({ secretKey, livemode = false }: { secretKey: string; livemode?: boolean }) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const known = request.headers.authorization === `Bearer ${secretKey}`;
    response.writeHead(known ? 200 : 401, { "Content-Type": "application/json" });
    const refusal = { type: "invalid_request_error", message: "Invalid API Key provided" };
    response.end(JSON.stringify(known ? { object: "balance", livemode } : { error: refusal }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterAll(() => new Promise((resolve) => server.close(resolve)));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}
