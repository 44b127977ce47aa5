import { eq } from "drizzle-orm";
import { job_applications } from "~/db/schema/careers";
import type { Database } from "~/platform/database.server";

/** The application, which nobody else changes until the transaction ends. */
export async function lockApplication(tx: Database, id: string) {
  const [found] = await tx
    .select({ id: job_applications.id, status: job_applications.status })
    .from(job_applications)
    .where(eq(job_applications.id, id))
    .for("update");
  return found;
}
