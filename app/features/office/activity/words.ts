import { formatDate } from "~/lib/dates";
import { ownEntry } from "~/lib/own-entry";
import type { Entry, EntryCustomer, Names } from "./details";
import { PHRASES } from "./phrases";

export type Sentence = { who: string; what: string };

/** Actor and action of an entry as text: "Adele Frost", "refunded $79.50 of booking #1042 (Jun 10, 2026)". */
export function sentenceOf(entry: Entry, names: Names): Sentence {
  const phrase = ownEntry(PHRASES, entry.action);
  const then = namesOf(entry, names);
  const what = phrase ? phrase(entry.details, thingOf(entry, names), then) : genericSentence(entry, names);
  return { who: whoOf(actorOf(entry), names), what };
}

/** Adds the currency of the entry: its own, or that of its order. */
export function namesOf({ entity_id, details }: Pick<Entry, "entity_id" | "details">, names: Names): Names {
  const own = typeof details.currency === "string" ? details.currency : names.currencies.get(entity_id);
  return { ...names, currency: own ?? names.currency };
}

/** The customer that an entry is about: the one at the time, else the one of its entity now; null if it is about none. */
export function customerOf({ customer_id, entity_id }: Entry, { customers }: Names): EntryCustomer | null {
  const known = customers.get(customer_id ?? "") ?? customers.get(entity_id);
  if (known) return known;
  return customer_id ? { id: null, name: "A former customer" } : null;
}

/** A sign-in or sign-up is recorded as a guest's. Its user is the actor. */
function actorOf({ actor, action, entity_id }: Entry): string {
  return actor === "guest" && action.startsWith("user.") ? `user:${entity_id}` : actor;
}

/** Formats an actor: "admin:ID", "crew:ID", "user:ID", "guest", "link" or "system". */
function whoOf(actor: string, { people }: Pick<Names, "people">): string {
  const [kind, id = ""] = actor.split(":");
  if (kind === "admin") return people.get(id) ?? "A former administrator";
  if (kind === "crew") return people.get(id) ?? "A crew member";
  if (kind === "user") return people.get(id) ?? "A former customer";
  return kind === "system" ? "The system" : "A guest";
}

/** Page of the entity; null if there is none. */
export function pathOf({
  entity,
  entity_id,
  action,
}: Pick<Entry, "entity" | "entity_id" | "action">): string | null {
  switch (entity) {
    case "booking":
      return `/admin/bookings/${entity_id}`;
    case "order":
      return `/admin/orders/${entity_id}`;
    case "plan":
      return `/admin/plans/${entity_id}`;
    case "series":
      return `/admin/plans/series/${entity_id}`;
    case "user":
      return action.startsWith("user.role_") ? `/admin/users/${entity_id}` : `/admin/customers/${entity_id}`;
    case "invitation":
      return "/admin/users";
    case "customer":
      return `/admin/customers/${entity_id}`;
    case "import":
      return action === "import.removed" ? "/admin/imports" : `/admin/imports/${entity_id}`;
    case "crew":
      return `/admin/crews/${entity_id}`;
    case "text":
      return `/admin/content/${entity_id}`;
    case "picture":
      return "/admin/content/pictures";
    case "payroll":
      return `/admin/hours?week=${entity_id}`;
    case "service":
      if (action.startsWith("service.prices_")) return `/admin/services/${entity_id}/prices`;
      if (action === "service.checklist_changed") return `/admin/services/${entity_id}/checklist`;
      return action === "service.deleted" ? "/admin/services" : `/admin/services/${entity_id}`;
    case "settings":
      if (entity_id === "referrals") return "/admin/referrals";
      return entity_id === "prices" ? "/admin/services" : `/admin/settings?tab=${entity_id}`;
    case "closure":
      return "/admin/schedule";
    case "contact_message":
      return entity_id === "read" ? "/admin/messages" : `/admin/messages/${entity_id}`;
    case "job_application":
      return `/admin/applications/${entity_id}`;
    case "review":
      return /removed|deleted/.test(action) ? null : `/admin/reviews/${entity_id}`;
    case "newsletter_subscriber":
      return "/admin/newsletter";
    case "mail":
      return `/admin/mail/${entity_id}`;
    case "work":
      return "/admin/mail";
    case "storm_day":
      return `/admin/storm/${entity_id}`;
    case "webhook":
      return action === "webhook.deleted" ? "/admin/webhooks" : `/admin/webhooks/${entity_id}`;
    case "coupon":
      return `/admin/coupons/${entity_id}`;
    case "api_key":
      return `/admin/api-keys/${entity_id}`;
    case "backup":
    case "site":
      return "/admin/settings/advanced";
    default:
      return null;
  }
}

/** Generic sentence: "message.reply_sent" becomes "reply sent (message)". */
function genericSentence(entry: Entry, names: Names): string {
  const [, verb = entry.action] = entry.action.split(".");
  const words = verb.replaceAll("_", " ");
  return words.includes(" ") ? `${words} (${thingOf(entry, names)})` : `${words} ${thingOf(entry, names)}`;
}

function thingOf({ actor, action, entity, entity_id, details }: Entry, names: Names): string {
  switch (entity) {
    case "booking": {
      const day = names.bookings.get(entity_id) ?? details.date;
      const number = names.numbers.get(entity_id);
      const booking = number ? `booking ${number}` : "a booking";
      return typeof day === "string" ? `${booking} (${formatDate(day)})` : booking;
    }
    case "order":
    case "plan": {
      const number = names.numbers.get(entity_id);
      return number ? `${entity} ${number}` : `${entity === "order" ? "an" : "a"} ${entity}`;
    }
    case "customer": {
      const number = names.numbers.get(entity_id);
      return names.people.get(entity_id) ?? (number ? `customer ${number}` : "a former customer");
    }
    case "crew":
      return names.crews.get(entity_id) ?? "a crew";
    case "service": {
      const { title } = Object(details.before ?? details.after);
      return names.services.get(entity_id) ?? (typeof title === "string" ? title : entity_id);
    }
    case "coupon":
      return `the coupon ${details.code ?? ""}`.trim();
    case "settings":
      return `${entity_id} settings`;
    case "text":
      return `the text ${entity_id}`;
    case "picture":
      return `picture ${entity_id}`;
    case "payroll":
      return `the week of ${formatDate(entity_id)}`;
    case "list":
      return `the ${entity_id === "mails" ? "emails" : entity_id.replaceAll("-", " ")} list`;
    case "user":
      if (actor.endsWith(`:${entity_id}`) && !action.startsWith("user.role_")) return "their account";
      return names.people.get(entity_id) ?? "a former customer";
    default:
      return `${/^[aeiou]/.test(entity) ? "an" : "a"} ${entity.replaceAll("_", " ")}`;
  }
}
