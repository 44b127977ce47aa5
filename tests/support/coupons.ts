import type { Pool } from "pg";

type Terms = Partial<{
  code: string;
  percent: number | null;
  amount: number | null;
  first_visit: boolean;
  services: string[];
  customer_id: string;
  begins_on: string;
  ends_on: string;
  most_uses: number;
  most_each: number;
  is_exclusive: boolean;
  ended_at: Date;
}>;

/** A coupon of 20% without limits, unless given. Returns its id. */
export async function aCoupon(pool: Pool, terms: Terms = {}): Promise<string> {
  const { services, ...given } = { code: "SPRING20", percent: 20, ...terms };
  const all = { ...given, ...(services && { services: JSON.stringify(services) }) };
  const names = Object.keys(all);
  const { rows } = await pool.query(
    `insert into coupons (${names}) values (${names.map((_, index) => `$${index + 1}`)}) returning id`,
    Object.values(all),
  );
  return rows[0].id;
}
