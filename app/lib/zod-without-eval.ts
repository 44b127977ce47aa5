/**
 * Turns off Zod's `new Function`, which our Content-Security-Policy forbids. The root imports this, so it runs before any
 * schema is made. Zod itself loads only where it is needed.
 */
if (!import.meta.env.SSR) Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

export {};
