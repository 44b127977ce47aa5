import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { perform } from "./api.ts";
import { ApiError } from "./api-error.ts";
import { newId, openBooks } from "./books.ts";
import { checkoutPage, notePage } from "./checkout-page.ts";
import { deliveries } from "./delivery.ts";
import { type Answer, keptAnswers } from "./kept-answers.ts";
import { officeOf } from "./office.ts";
import { operationOf } from "./operations.ts";
import { readParams } from "./params.ts";
import { sessionOf } from "./sessions.ts";
import { type Trouble, troubles } from "./trouble.ts";

type Options = {
  secretKey: string;
  webhookSecret: string;
  /** Milliseconds. */
  now?: () => number;
  retryMs?: number[];
};

/** Cards that pay at the hosted page, also those that are declined later. */
const PAYS = /^(4242|4000000000000341$|4000002500003155$)/;
const NOTHING: Answer = { status: 200, body: {} };

export type FakeStripe = Awaited<ReturnType<typeof startFakeStripe>>;

/** A fake of Stripe's API with a hosted checkout page, on a port of this machine. */
export async function startFakeStripe(
  { secretKey, webhookSecret, now = Date.now, retryMs }: Options,
  port = 0,
) {
  let url = "";
  const books = openBooks({ now, origin: () => url });
  const office = officeOf(books);
  const kept = keptAnswers();
  const trouble = troubles();
  const events = deliveries({ secret: webhookSecret, now, retryMs });
  books.onEvent = events.take;
  /** All calls that arrived, with their parameters. */
  const asked: { call: string; body: string; key: string | undefined }[] = [];

  const api = (request: IncomingMessage, { pathname, search }: URL, body: string): Answer => {
    if (request.headers.authorization !== `Bearer ${secretKey}`) {
      throw new ApiError(401, { message: "Invalid API Key provided: sk_test_****" });
    }
    const operation = operationOf(request.method ?? "", pathname);
    if (!operation) {
      throw new ApiError(404, { message: `Unrecognized request URL (${request.method}: ${pathname}).` });
    }
    const key = request.headers["idempotency-key"]?.toString();
    const writes = request.method === "POST";
    const params = readParams(writes ? body : search, operation.shape);
    const before = writes ? kept.find(key, `${pathname} ${body}`) : undefined;
    if (before) return { ...before, body: { ...before.body, replayed: true } };
    const answer = settled(() => ({ status: 200, body: perform(books, operation, params) }));
    if (writes && hasBegun(answer)) kept.keep(key, `${pathname} ${body}`, answer);
    return answer;
  };

  const apiCall = async (request: IncomingMessage, response: ServerResponse, address: URL) => {
    const body = await text(request);
    const call = `${request.method} ${address.pathname}`;
    const key = request.headers["idempotency-key"]?.toString();
    asked.push({ call, body, key });
    const wrong = kept.hasFailed(key) ? undefined : trouble.take(call);
    if (wrong?.when === "before") return goWrong(response, wrong);
    const isDone = wrong?.when !== "instead";
    const { status, body: answer } = settled(() => (isDone ? api(request, address, body) : NOTHING));
    if (wrong) {
      if (typeof wrong.kind === "number") {
        kept.keep(key, `${address.pathname} ${body}`, { status: wrong.kind, body: errorBody(wrong.kind) });
      }
      return goWrong(response, wrong);
    }
    const { replayed, ...json } = answer as { replayed?: true };
    sendJson(response, status, json, replayed && { "idempotent-replayed": "true" });
  };

  const page = async (request: IncomingMessage, response: ServerResponse, id: string) => {
    const session = sessionOf(books, id);
    if (session.status !== "open") return sendHtml(response, 410, notePage("This checkout is over."));
    const customer = books.customers.get(session.customer ?? "");
    const known = {
      email: customer?.email ?? session.customer_email ?? "",
      name: customer?.individual_name ?? "",
      phone: customer?.phone ?? "",
    };
    const shown = { asked: books.asked.get(id) ?? {}, known };
    if (request.method !== "POST") return sendHtml(response, 200, checkoutPage(shown));
    const form = Object.fromEntries(new URLSearchParams(await text(request)));
    const number = form.card?.replaceAll(" ", "") ?? "";
    if (form.by === "card" && !PAYS.test(number)) {
      return sendHtml(response, 402, checkoutPage({ ...shown, error: "Your card was declined." }));
    }
    const { name = "", email = "", phone = "" } = form;
    office.pay(id, { name, email, phone }, form.by === "bank" ? "bank" : "card", number);
    const back = session.success_url?.replaceAll("{CHECKOUT_SESSION_ID}", id) ?? "/";
    response.writeHead(303, { Location: back }).end();
  };

  /** For the program: what tests do by hand. */
  const control = async (request: IncomingMessage, response: ServerResponse, action: string) => {
    const args = JSON.parse((await text(request)) || "[]");
    const actions: Record<string, (...given: never[]) => unknown> = {
      ...office,
      trouble: trouble.add,
      deliver: (state: object) => Object.assign(events.state, state),
      release: events.release,
    };
    const answer = await actions[action]?.(...(args as never[]));
    sendJson(response, actions[action] ? 200 : 404, { answer: answer ?? null });
  };

  const server = createServer(async (request, response) => {
    const address = new URL(request.url ?? "/", "http://fake");
    const [, place, first = "", second = ""] = address.pathname.split("/");
    try {
      if (place === "v1") await apiCall(request, response, address);
      else if (place === "c" && first === "pay") await page(request, response, second);
      else if (place === "i") sendHtml(response, 200, notePage("An invoice"));
      else if (place === "fake") await control(request, response, first);
      else sendHtml(response, 404, notePage("Nothing is here."));
    } catch (error) {
      const { status, body } = settled(() => {
        throw error;
      });
      sendJson(response, status, body);
    }
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    secretKey,
    webhookSecret,
    books,
    office,
    trouble,
    events,
    asked,
    /** Forgets all idempotency keys, as after a day. */
    forgetKeys: kept.forget,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Whether work had begun after the parameters were checked; only then does Stripe store the response for the key. */
function hasBegun({ body }: Answer): boolean {
  return !("error" in body && (body.error as { param?: string }).param);
}

function settled(work: () => Answer): Answer {
  try {
    return work();
  } catch (error) {
    if (error instanceof ApiError) return { status: error.status, body: error.body };
    throw error;
  }
}

function goWrong(response: ServerResponse, { kind }: Trouble): void {
  if (kind === "drop") response.destroy();
  else if (kind !== "time out") sendJson(response, kind, errorBody(kind));
}

function errorBody(status: number) {
  if (status === 403) {
    const message =
      "The provided key 'rk_test_****' does not have the required permissions for this endpoint.";
    return { error: { type: "invalid_request_error", message } };
  }
  if (status === 429) {
    const message = "Too many requests hit the API too quickly.";
    return { error: { type: "invalid_request_error", code: "rate_limit", message } };
  }
  if (status === 409) {
    const message = "There is another request in progress with this key.";
    return { error: { type: "idempotency_error", code: "idempotency_key_in_use", message } };
  }
  return { error: { type: "api_error", message: "Something went wrong on Stripe's end." } };
}

function sendJson(response: ServerResponse, status: number, body: object, headers: object = {}): void {
  response.writeHead(status, { "Content-Type": "application/json", "Request-Id": newId("req"), ...headers });
  response.end(JSON.stringify(body));
}

function sendHtml(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, { "Content-Type": "text/html; charset=utf-8" }).end(html);
}
