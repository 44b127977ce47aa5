import { inArray } from "drizzle-orm";
import { customer_contacts } from "~/db/schema/customers";
import { erasure_digests } from "~/db/schema/digests";
import { import_links } from "~/db/schema/imports";
import { openDigests, readDigests } from "~/platform/auth/digests.server";
import type { Ctx } from "~/platform/context.server";
import { anyOf, type Database } from "~/platform/database/database.server";

/** What a customer can be recognized by. `key`: the digest of the ID that a program calls them by. */
type Mark = { of: "email" | "phone"; value: string } | { of: "program"; vendor: string; key: string };

const textOf = (mark: Mark) =>
  mark.of === "program"
    ? `program ${mark.vendor} ${mark.key}`
    : `${mark.of} ${mark.value.trim().toLowerCase()}`;

/** Keeps digests of emails, phones and programs' IDs of customers who are about to be erased, and nothing else of them. */
export async function keepErased(
  tx: Database,
  ctx: Pick<Ctx, "vault" | "now">,
  { customer_ids, emails }: { customer_ids: string[]; emails: string[] },
): Promise<void> {
  const contacts = await tx
    .select({ of: customer_contacts.kind, value: customer_contacts.value })
    .from(customer_contacts)
    .where(inArray(customer_contacts.customer_id, customer_ids));
  const links = await tx
    .select({ vendor: import_links.vendor, key: import_links.person_key })
    .from(import_links)
    .where(inArray(import_links.customer_id, customer_ids));
  const marks: Mark[] = [
    ...contacts,
    ...emails.map((value) => ({ of: "email" as const, value })),
    ...links.filter(({ key }) => isProgramsId(key)).map((link) => ({ of: "program" as const, ...link })),
  ];
  if (marks.length === 0) return;
  const digest = await openDigests({ ...ctx, db: tx }, "erasures");
  const rows = [...new Set(marks.map((mark) => digest(textOf(mark))))].map((one) => ({
    digest: one,
    erased_at: ctx.now,
  }));
  await tx.insert(erasure_digests).values(rows).onConflictDoNothing();
}

/** Whether a key of import_links is made of a program's ID. Others are made of an email, a phone or a name. */
const isProgramsId = (key: string) => key.startsWith("id:");

type Person = { emails: string[]; phones: string[]; vendor: string; key: string };

/** When somebody was erased, and what of theirs a person has: the program's ID is theirs alone, an email or phone may be shared. */
export type Erased = { at: Temporal.Instant; by: Mark["of"] };

/** Finds who of these people has the program's ID, an email or a phone of somebody who was erased. */
export async function readErased(
  tx: Database,
  { vault }: Pick<Ctx, "vault">,
  people: Person[],
): Promise<(person: Person) => Erased | null> {
  const digests = await readDigests({ db: tx, vault }, "erasures");
  const digestsOf = ({ emails, phones, vendor, key }: Person) =>
    [
      ...(isProgramsId(key) ? [{ of: "program" as const, vendor, key }] : []),
      ...emails.map((value): Mark => ({ of: "email", value })),
      ...phones.map((value): Mark => ({ of: "phone", value })),
    ].flatMap((mark) => digests(textOf(mark)).map((digest) => ({ digest, by: mark.of })));
  const found = await tx
    .select()
    .from(erasure_digests)
    .where(
      anyOf(
        erasure_digests.digest,
        people.flatMap((person) => digestsOf(person).map(({ digest }) => digest)),
      ),
    );
  const erasedAt = new Map(found.map(({ digest, erased_at }) => [digest, erased_at]));
  return (person) => {
    for (const { digest, by } of digestsOf(person)) {
      const at = erasedAt.get(digest);
      if (at) return { at, by };
    }
    return null;
  };
}
