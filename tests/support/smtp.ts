import { EventEmitter } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { afterAll } from "vitest";

type Options = {
  login?: { user: string; pass: string };
  /** Its port. */
  at?: number;
};

/** A real mail server on a random port. It stores emails, and refuses them if told to or if `login` doesn't match. */
export async function testSmtp({ login, at = 0 }: Options = {}) {
  const received: { from: string; to: string[]; source: string }[] = [];
  /** The reply that refuses the next emails. */
  const refusals: { code: number; message: string }[] = [];
  /** The reply to these recipients, each time. */
  const refused = new Map<string, { code: number; message: string }>();
  /** All logins that were tried. */
  const logins: string[] = [];
  /** While true, it requires no login. */
  const open = { on: false };
  /** While true, it accepts emails and never replies. */
  const silence = { on: false };
  /** While true, it doesn't send a greeting. */
  const shut = { on: false };
  /** `connection`; and `mail` with the final reply. */
  const events = new EventEmitter();
  const server = new SMTPServer({
    closeTimeout: 100,
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: login ? ["STARTTLS"] : ["STARTTLS", "AUTH"],
    onAuth({ username, password }, _session, done) {
      logins.push(username ?? "");
      if (username === login?.user && password === login?.pass) return done(null, { user: username });
      return done(new Error("Invalid login"));
    },
    onConnect(_session, done) {
      events.emit("connection");
      if (!shut.on) done();
    },
    onRcptTo({ address }, { user }, done) {
      if (login && !user && !open.on) return done(new Error("Authentication required"));
      const refusal = refused.get(address);
      done(refusal && Object.assign(new Error(refusal.message), { responseCode: refusal.code }));
    },
    async onData(stream, session, done) {
      const source = await text(stream).catch(() => null);
      if (source === null) return; // the sender is gone
      const refusal = refusals.shift();
      if (refusal) return done(Object.assign(new Error(refusal.message), { responseCode: refusal.code }));
      const { mailFrom, rcptTo } = session.envelope;
      received.push({
        from: mailFrom ? mailFrom.address : "",
        to: rcptTo.map(({ address }) => address),
        source,
      });
      events.emit("mail", done);
      if (!silence.on) return done();
    },
  });
  server.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "ECONNRESET" && error.code !== "EPIPE") throw error; // the sender was killed
  });
  await new Promise<void>((listening) => server.listen(at, "127.0.0.1", listening));
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= new Promise<void>((closed) => server.close(closed));
    return closing;
  };
  afterAll(close);
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refusals,
    refused,
    logins,
    open,
    silence,
    shut,
    events,
    close,
  };
}

/** The decoded parts of a raw email, by content type. */
export function partsOf(source: string): { type: string; headers: string; content: string }[] {
  const boundaries = [...source.matchAll(/boundary="([^"]+)"/g)].map(([, boundary]) => `--${boundary}`);
  return splitAt(source, boundaries).flatMap((part) => {
    const [headers = "", ...body] = part.replaceAll("\r\n", "\n").trimStart().split("\n\n");
    const [, type] = /^content-type: ([\w/-]+)/im.exec(headers) ?? [];
    if (!type || type.startsWith("multipart/")) return [];
    return [{ type, headers, content: decode(body.join("\n\n"), headers) }];
  });
}

function splitAt(source: string, boundaries: string[]): string[] {
  return boundaries.reduce((parts, boundary) => parts.flatMap((part) => part.split(boundary)), [source]);
}

function decode(body: string, headers: string): string {
  if (/encoding: base64/i.test(headers)) return Buffer.from(body, "base64").toString();
  if (!/encoding: quoted-printable/i.test(headers)) return body;
  const bytes = body
    .replace(/=\n/g, "")
    .replace(/=([0-9A-F]{2})/gi, (_match, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString();
}
