import { openDatabase } from "~/platform/database/database.server";
import { seedCatalogue } from "../../db/seed/catalogue";

/** Gives a company's own site, which begins without any, the demo's services and two crews. */
export async function stock(url: string): Promise<void> {
  const { db, close } = openDatabase({ connectionString: url }, { max: 1 });
  await seedCatalogue(db).finally(close);
}
