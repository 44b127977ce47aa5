import { createContext, type ReactNode, useContext } from "react";

const Permissions = createContext<readonly string[] | null>(null);

type ProviderProps = { permissions: readonly string[]; children: ReactNode };

/** What the viewer may do, for `Allowed` below it. */
export function PermissionsProvider({ permissions, children }: ProviderProps) {
  return <Permissions value={permissions}>{children}</Permissions>;
}

/** Whether the viewer may do something, such as "orders.refund". Outside a provider everybody may. The server decides. */
export function useAllowed(permission: string): boolean {
  const permissions = useContext(Permissions);
  return permissions === null || permissions.includes(permission);
}

/** Shows its content only to those who may do this. */
export function Allowed({ to, children }: { to: string; children: ReactNode }) {
  return useAllowed(to) ? children : null;
}
