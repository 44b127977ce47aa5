/**
 * Zod tries to compile schemas with `new Function`, which the Content-Security-Policy of our pages forbids. Imported by
 * the root, which browsers run before every other module of the program; Zod itself comes only where it is needed.
 */
if (!import.meta.env.SSR) Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

export {};
