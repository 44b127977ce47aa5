import { connect, isIP, type Socket } from "node:net";
import type SMTPPool from "nodemailer/lib/smtp-pool";
import { describeConnectionError } from "~/platform/database/connection-error.server";
import {
  checkedLookup,
  isPrivateRefusal,
  isPublicAddress,
  privateRefusal,
  type ResolveName,
} from "./public-address.server";

/** nodemailer's options for a mail server, and the name to use in errors. */
export type SmtpServer = {
  host: string;
  /** Whether it may be in a private network. */
  trusted: boolean;
  options: { url: string; requireTLS: boolean } | SmtpOptions;
};

type SmtpOptions = {
  host: string;
  port: number;
  secure: boolean;
  requireTLS: boolean;
  auth: { user: string; pass: string } | undefined;
};

const HERE = ["localhost", "127.0.0.1", "::1"];

/** The server in SMTP_URL, at any address. */
export function serverOfUrl(smtpUrl: string): SmtpServer {
  const url = new URL(smtpUrl);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const requireTLS = sendsPasswordAway(url.username, host);
  if (requireTLS) url.searchParams.delete("requireTLS"); // it would override the option
  return { host, trusted: true, options: { url: url.href, requireTLS } };
}

/** The server in the settings: on the public Internet, or a relay that SMTP_RELAYS names. */
export function serverOfSettings(
  { host, port, user, pass }: { host: string; port: number; user: string; pass: string },
  relays: readonly string[],
): SmtpServer {
  const auth = user ? { user, pass } : undefined;
  return {
    host,
    trusted: relays.includes(host.toLowerCase()),
    options: { host, port, secure: port === 465, requireTLS: sendsPasswordAway(user, host), auth },
  };
}

/** A password is sent over TLS, or to this machine. */
function sendsPasswordAway(user: string, host: string): boolean {
  return user !== "" && !HERE.includes(host);
}

/** Opens nodemailer's connections, only to addresses that were checked. `timeoutMs` limits the time to connect. */
export function socketOpener(
  { host, trusted }: SmtpServer,
  timeoutMs: number,
  resolve?: ResolveName,
): NonNullable<SMTPPool.Options["getSocket"]> {
  const mayCall = (address: string) => trusted || isPublicAddress(address);
  const lookup = checkedLookup(mayCall, resolve);
  return ({ port, secure }, done) => {
    if (isIP(host) && !mayCall(host)) return done(privateRefusal(), false);
    const socket: Socket = connect({ host, port: Number(port ?? (secure ? 465 : 587)), lookup });
    const fail = (error: Error) => {
      socket.destroy();
      done(error, false);
    };
    socket.once("error", fail);
    socket.setTimeout(timeoutMs, () => fail(Object.assign(new Error("No response"), { code: "ETIMEDOUT" })));
    socket.once("connect", () => {
      socket.off("error", fail).setTimeout(0).removeAllListeners("timeout");
      done(null, { connection: socket });
    });
  };
}

type SmtpFailure = { code?: string; command?: string; response?: string; responseCode?: number };

/** The dialog with a mail server after its greeting. */
const SAID_TO_A_CLIENT = /^(AUTH\b.*|MAIL FROM|RCPT TO|DATA)$/;
/** Characters of a mail server's reply that are kept. */
const MAX_WORDS = 400;

/** Why an email was not sent. Repeats only a mail server's own reply to the email or the login. */
export class SmtpError extends Error {
  readonly command: string | undefined;
  readonly response: string | undefined;
  readonly responseCode: number | undefined;

  constructor(error: unknown, host: string) {
    const { command, response, responseCode } = (error ?? {}) as SmtpFailure;
    const replied = response !== undefined && command !== undefined && SAID_TO_A_CLIENT.test(command);
    super(replied ? oneLine(String((error as Error).message)) : failureOf(error, host));
    this.name = "Error";
    this.command = command;
    this.response = replied ? oneLine(response) : undefined;
    this.responseCode = replied ? responseCode : undefined;
  }
}

function failureOf(error: unknown, host: string): string {
  const { code, command } = (error ?? {}) as SmtpFailure;
  if (isPrivateRefusal(error)) {
    return `${host} is on a private network. Use a public mail server, or ask whoever runs the server to add it to SMTP_RELAYS.`;
  }
  if (code === "ETLS" || command === "STARTTLS") {
    return `No encrypted connection to ${host} could be made. Check the port and the server's certificate.`;
  }
  if (code === "EPROTOCOL") return `${host} doesn't respond like a mail server. Check the host and the port.`;
  if (command === "API" && error instanceof Error) return oneLine(error.message);
  return (
    describeConnectionError(error, host) ?? `${host} didn't accept the email${code ? ` (${code})` : ""}.`
  );
}

function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, MAX_WORDS);
}
