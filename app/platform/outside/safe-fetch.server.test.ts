import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { openSafeFetch } from "./safe-fetch.server";

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** Another program on this machine; `calls` are the bodies it was sent. */
async function aServer(answer: RequestListener) {
  const calls: string[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    calls.push(body);
    answer(request, response);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, port, calls };
}

const message = { headers: { "Webhook-Id": "1" }, body: '{"a":"ü"}' };
const anywhere = openSafeFetch({ anywhere: true, timeoutMs: 300 });

describe("a response", () => {
  test("is returned with its status and whole body", async () => {
    const { url, calls } = await aServer((_, response) => response.writeHead(202).end("Thank you"));
    expect(await anywhere(url, message)).toEqual({ status: 202, text: "Thank you" });
    expect(calls).toEqual([message.body]);
  });

  test("with a redirect is not followed", async () => {
    const inside = await aServer((_, response) => response.end("secret"));
    const { url } = await aServer((_, response) => response.writeHead(307, { Location: inside.url }).end());
    expect(await anywhere(url, message)).toMatchObject({ status: 307 });
    expect(inside.calls).toEqual([]);
  });

  test("of endless length is cut off", async () => {
    const { url } = await aServer((_, response) => {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && response.write("x".repeat(65_536)));
      };
      response.on("drain", more);
      more();
    });
    const { status, text } = await anywhere(url, message);
    expect([status, text.length]).toEqual([200, 4096]);
  });

  test("with a truncated body keeps its status", async () => {
    const { url } = await aServer((_, response) => void response.writeHead(200).write("half"));
    expect(await anywhere(url, message)).toEqual({ status: 200, text: "half" });
  });
});

describe("without a response the error says", () => {
  test("that the other program hangs", async () => {
    const { url } = await aServer(() => {});
    await expect(anywhere(url, message)).rejects.toThrow("No response within 0.3 seconds.");
  });

  test("that a name takes too long to look up", async () => {
    const slow = openSafeFetch({ timeoutMs: 100, resolve: () => new Promise(() => {}) });
    await expect(slow("https://slow.example/", message)).rejects.toThrow("No response within 0.1 seconds.");
  });

  test("that nobody listens", async () => {
    await expect(anywhere("http://127.0.0.1:1/", message)).rejects.toThrow("refused the connection");
  });

  test("that the connection was closed", async () => {
    const { url } = await aServer((request) => request.socket.destroy());
    await expect(anywhere(url, message)).rejects.toThrow("closed the connection");
  });
});

describe("private networks are not called", () => {
  const outside = openSafeFetch({ timeoutMs: 1000 });

  test.each([
    "https://127.0.0.1/",
    "https://127.1/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://0177.0.0.1/",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://169.254.169.254/latest/meta-data/",
    "https://localhost/",
    "https://localhost./",
  ])("not as %s", async (url) => {
    await expect(outside(url, message)).rejects.toThrow(/Private networks|can't be found/);
  });

  test("not even by a name with one private address among public ones", async () => {
    const resolve = async () => [
      { address: "93.184.215.14", family: 4 },
      { address: "10.0.0.1", family: 4 },
    ];
    const mixed = openSafeFetch({ resolve, timeoutMs: 1000 });
    await expect(mixed("https://mixed.example/", message)).rejects.toThrow("Private networks");
  });

  test("nor is a name without an address", async () => {
    const none = openSafeFetch({ resolve: async () => [] });
    await expect(none("https://none.example/", message)).rejects.toThrow("Private networks");
  });

  test("nor is a public address without encryption", async () => {
    await expect(outside("http://93.184.215.14/", message)).rejects.toThrow("Only https");
  });
});

test("the connection is made to the address that was checked: the name is looked up once", async () => {
  const { port, calls } = await aServer((_, response) => response.end());
  let asked = 0;
  const resolve = async () => {
    asked += 1;
    return [{ address: "127.0.0.1", family: 4 }];
  };
  const post = openSafeFetch({ anywhere: true, timeoutMs: 1000, resolve });
  expect(await post(`http://no-such-name.example:${port}/`, message)).toMatchObject({ status: 200 });
  expect([asked, calls.length]).toEqual([1, 1]);
});
