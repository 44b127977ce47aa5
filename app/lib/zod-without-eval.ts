import { z } from "zod";

/**
 * Zod tries to compile schemas with `new Function`, which the Content-Security-Policy of our pages forbids. Imported by
 * the root, which browsers run before every other module of the program.
 */
if (!import.meta.env.SSR) z.config({ jitless: true });
