import { ApiError, missing } from "./api-error.ts";
import { type Books, type Customer, newId } from "./books.ts";
import type { Params } from "./params.ts";

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const LIMITS = { name: 256, individual_name: 150, phone: 20 };

/** Stores a customer, to fill in checkouts. */
export function createCustomer(books: Books, params: Params): Customer {
  if (params.email && !EMAIL.test(params.email)) {
    const message = `Invalid email address: ${params.email}`;
    throw new ApiError(400, { code: "email_invalid", message, param: "email" });
  }
  for (const [name, limit] of Object.entries(LIMITS)) {
    if ((params[name]?.length ?? 0) <= limit) continue;
    throw new ApiError(400, { message: `Invalid string: must be at most ${limit} characters`, param: name });
  }
  const { email = null, name = null, phone = null, individual_name } = params;
  const customer: Customer = { id: newId("cus"), object: "customer", email, name, phone, individual_name };
  books.customers.set(customer.id, customer);
  return customer;
}

/** A customer; of one that was deleted only that. */
export function customerOf(books: Books, id: string): object {
  const customer = books.customers.get(id);
  if (!customer) throw missing("customer", id);
  return books.deleted.has(id) ? { id, object: "customer", deleted: true } : customer;
}

export function updateCustomer(books: Books, id: string, params: Params): Customer {
  const customer = books.customers.get(id);
  if (!customer) throw missing("customer", id);
  return Object.assign(customer, params);
}
