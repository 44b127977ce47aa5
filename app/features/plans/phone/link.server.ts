import type { Ctx } from "~/platform/context.server";

type Signing = Pick<Ctx, "links" | "origin">;

/**
 * The signed address where the customer of a plan that staff sold by phone pays its first month. It names nobody, changes
 * nothing but the plan's payment, and says why once it can't be paid any more.
 */
export function planPayUrl({ links, origin }: Signing, planId: string): string {
  return `${origin}/pay/plan/${planId}?key=${links.sign(subjectOf(planId))}`;
}

export function isPlanPayKey({ links }: Pick<Signing, "links">, planId: string, key: string): boolean {
  return links.isSigned(subjectOf(planId), key);
}

function subjectOf(planId: string): string {
  return `pay plan:${planId}`;
}
