/** For `lockVisit`: whoever's the visit is. Only what an administrator asked for may use it. */
export const OFFICE_ACTOR = { actor: { kind: "system" } } as const;
