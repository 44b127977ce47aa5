import { z } from "zod";

/** Zod tries to compile schemas with `new Function`, which the Content-Security-Policy forbids. Import this first. */
z.config({ jitless: true });
