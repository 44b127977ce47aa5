/** Acts on behalf of any customer. Use it only for what an administrator asked for. */
export const OFFICE_ACTOR = { actor: { kind: "system" } } as const;
