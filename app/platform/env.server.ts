import { z } from "zod";

const schema = z.object({ PORT: z.coerce.number().default(3000) });
export type Env = z.infer<typeof schema>;
