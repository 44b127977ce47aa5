/** The least that a Node server can do: send the same bytes to everybody. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const body = Buffer.from(process.env.BENCH_BODY ?? "", "base64");
const headers = JSON.parse(process.env.BENCH_HEADERS ?? "{}");

const server = createServer((_request, response) => {
  response.writeHead(200, headers).end(body);
});
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.once("SIGTERM", () => process.exit(0));
