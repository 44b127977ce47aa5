import * as accounts from "./schema/accounts";
import * as audit from "./schema/audit";
import * as background from "./schema/background";
import * as bookings from "./schema/bookings";
import * as catalog from "./schema/catalog";
import * as crews from "./schema/crews";
import * as customers from "./schema/customers";
import * as mail from "./schema/mail";
import * as partners from "./schema/partners";
import * as payments from "./schema/payments";
import * as plans from "./schema/plans";
import * as reviews from "./schema/reviews";
import * as settings from "./schema/settings";
import * as testCheckout from "./schema/test-checkout";

/** All tables, for the database client. Import a table from its own file. */
export const schema = {
  ...accounts,
  ...audit,
  ...background,
  ...bookings,
  ...catalog,
  ...crews,
  ...customers,
  ...mail,
  ...partners,
  ...payments,
  ...plans,
  ...reviews,
  ...settings,
  ...testCheckout,
};
