import { createSocket } from "node:dgram";
import { once } from "node:events";
import { afterAll } from "vitest";

const TYPES: Record<number, string> = { 15: "MX", 16: "TXT" };
const NO_SUCH_NAME = 3;
const REFUSED = 5;

/**
 * A real DNS server on 127.0.0.1 over UDP. `records` maps "TXT mail.example.net" to texts, and "MX …" to "10 host". A name
 * without any record doesn't exist; questions about `silent` names get no answer, and those about `refused` ones are refused.
 */
export async function nameServer() {
  const records = new Map<string, string[]>();
  const silent = new Set<string>();
  const refused = new Set<string>();
  /** Every question, in order. */
  const asked: string[] = [];
  const socket = createSocket("udp4");
  socket.on("message", (message, { address, port }) => {
    const { name, end } = readName(message, 12);
    const type = TYPES[message.readUInt16BE(end)] ?? "";
    asked.push(`${type} ${name}`);
    if (silent.has(name)) return;
    const found = records.get(`${type} ${name}`) ?? [];
    const exists = [...records.keys()].some((key) => key.endsWith(` ${name}`));
    const header = Buffer.alloc(12);
    message.copy(header, 0, 0, 2);
    header.writeUInt16BE(0x8580 | (refused.has(name) ? REFUSED : exists ? 0 : NO_SUCH_NAME), 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(found.length, 6);
    const answers = found.map((text) => answerTo(message.readUInt16BE(end), dataOf(type, text)));
    socket.send(Buffer.concat([header, message.subarray(12, end + 4), ...answers]), port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  afterAll(() => void socket.close());
  return { address: `127.0.0.1:${socket.address().port}`, records, silent, refused, asked };
}

function readName(message: Buffer, start: number): { name: string; end: number } {
  const labels: string[] = [];
  let at = start;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), end: at + 1 };
}

/** An answer about the name of the question, which stands at byte 12. */
function answerTo(type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(60, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function dataOf(type: string, text: string): Buffer {
  if (type === "TXT") {
    const parts = text.match(/.{1,255}/gs) ?? [""];
    return Buffer.concat(parts.map((part) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part)])));
  }
  const [priority = "10", host = ""] = text.split(" ");
  const labels = host.split(".").filter(Boolean);
  const name = Buffer.concat([
    ...labels.map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.from([0]),
  ]);
  return Buffer.concat([Buffer.from([0, Number(priority)]), name]);
}
