import type { Params } from "./params.ts";

const STYLE = `body{font:16px/1.5 system-ui;max-width:34rem;margin:2rem auto;padding:0 1rem}
label{display:block;margin:.75rem 0}input{display:block;width:100%;padding:.5rem;font:inherit;box-sizing:border-box}
button{font:inherit;padding:.6rem 1.2rem;margin:.5rem .5rem .5rem 0}[role=alert]{color:#a00}`;

type Page = { asked: Params; error?: string; known: Record<"email" | "name" | "phone", string> };

/** The hosted page of an open checkout. */
export function checkoutPage({ asked, error, known }: Page): string {
  const lines = ((asked.line_items ?? []) as Params[]).map(
    ({ price_data: { product_data, unit_amount, currency } }) =>
      `<li>${escaped(product_data.name)}: ${(unit_amount / 100).toFixed(2)} ${escaped(currency.toUpperCase())}${
        product_data.description ? `<br><small>${escaped(product_data.description)}</small>` : ""
      }</li>`,
  );
  const back = asked.cancel_url ? `<p><a href="${escaped(asked.cancel_url)}">Back</a></p>` : "";
  return document(
    "Stripe Checkout (fake)",
    `${back}<ul>${lines.join("")}</ul>
    ${error ? `<p role="alert">${escaped(error)}</p>` : ""}
    <p>${escaped(asked.custom_text?.submit?.message ?? "")}</p>
    <form method="post">
      <label>Email <input name="email" type="email" required value="${escaped(known.email)}"></label>
      <label>Name <input name="name" required autocomplete="name" value="${escaped(known.name)}"></label>
      <label>Phone <input name="phone" type="tel" required value="${escaped(known.phone)}"></label>
      <label>Card number <input name="card" value="4242 4242 4242 4242" inputmode="numeric"></label>
      <button name="by" value="card">${asked.mode === "setup" ? "Save card" : "Pay"}</button>
      ${asked.allowed_payment_method_types ? "" : '<button name="by" value="bank">Pay by bank transfer</button>'}
    </form>`,
  );
}

/** The page of a checkout or invoice that is over. */
export function notePage(text: string): string {
  return document(text, "");
}

function document(title: string, body: string): string {
  return `<!DOCTYPE html><html lang="en-US"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title><link rel="icon" href="data:,"><style>${STYLE}</style><main><h1>${escaped(title)}</h1>${body}</main></html>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
