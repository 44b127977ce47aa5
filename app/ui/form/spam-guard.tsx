/**
 * The hidden fields of a form that anybody may send (app/platform/request/spam.server.ts reads them).
 *
 *   <SpamGuard token={loaderData.token} />   says when the form was shown; for pages that are not cached
 *   <SpamGuard />                            the trap only, the same for everybody
 */
import { TOKEN_FIELD, TRAP_FIELD } from "~/lib/spam-fields";

export function SpamGuard({ token }: { token?: string }) {
  return (
    <>
      {token && <input type="hidden" name={TOKEN_FIELD} value={token} />}
      <div aria-hidden="true" inert className="absolute size-px overflow-hidden [clip-path:inset(50%)]">
        <label>
          Leave this empty
          <input name={TRAP_FIELD} tabIndex={-1} autoComplete="off" />
        </label>
      </div>
    </>
  );
}
