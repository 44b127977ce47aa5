import { z } from "zod";
import { wrongUrl } from "~/features/integrations/webhooks/forms";

const MAX_ENDPOINT = 2048;

/** Base64url of so many bytes. */
const bytes = (count: number) => {
  const length = Math.ceil((count * 4) / 3);
  return z.string().regex(new RegExp(`^[\\w-]{${length}}$`), `must be ${count} bytes in base64url`);
};

/** A browser's PushSubscription as JSON. */
export const subscriptionSchema = z.object({
  endpoint: z
    .string()
    .max(MAX_ENDPOINT, "Address can have at most 2,048 characters.")
    .regex(/^[!-~]*$/, "Address can have no spaces, accents or other signs.")
    .superRefine((text, { addIssue }) => {
      const message = wrongUrl(text);
      if (message) addIssue({ code: "custom", message });
    }),
  keys: z.object({ p256dh: bytes(65), auth: bytes(16) }),
});

export type Subscription = z.output<typeof subscriptionSchema>;
