import { z } from "zod";
import { moment } from "~/features/fieldwork/day/forms";
import { isUuid } from "~/lib/ids";
import { PHOTO_KINDS } from "./photo";

const uuid = z.string().refine(isUuid);

/** What a phone says of a photo, in the address of its upload. `at`: when it was taken; `now`: when this is sent, both by its clock. */
export const photoSchema = z
  .object({
    visit: uuid,
    kind: z.enum(PHOTO_KINDS),
    report: uuid.optional(),
    at: moment,
    now: moment.optional(),
  })
  .refine(({ kind, report }) => (kind === "report") === (report !== undefined));
