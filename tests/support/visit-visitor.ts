import { manageUrl } from "~/features/booking/manage/link.server";
import { settleSession } from "~/features/payments/settlement/settle.server";
import { type testApp, visibleText } from "./app";
import { bookingOf, paySession, sessionState } from "./bookings";

type App = Awaited<ReturnType<typeof testApp>>;

/** Visits of a site and requests for their pages. By default a visit begins on June 10 at 8:00 AM in New York. */
export function visitPages(app: App) {
  const { pool, ctx } = app;

  /** A confirmed visit; `details` as in the API. */
  async function aVisit(details: Parameters<typeof paySession>[1] = {}, owner: string | null = null) {
    const session = await paySession(ctx(), details);
    await settleSession(ctx(), await sessionState(ctx(), session));
    const { id } = await bookingOf(pool, session);
    await pool.query("update bookings set user_id = $2 where id = $1", [id, owner]);
    return { id: String(id), session };
  }

  const keyOf = (id: string) =>
    new URL(manageUrl(ctx(), { id, link_generation: 0 })).searchParams.get("key") ?? "";

  /** Who requests: a guest with the visit's key, or the user of a cookie. */
  function visitor(id: string, { key, cookie }: { key?: string; cookie?: string }) {
    const url = (page: string, query = "") => {
      const params = new URLSearchParams(query);
      if (key !== undefined) params.set("key", key);
      return `/bookings/${id}${page}${params.size > 0 ? `?${params}` : ""}`;
    };
    const headers: Record<string, string> = cookie ? { Cookie: cookie } : {};
    const answerOf = async (response: Response) => {
      const html = await response.text();
      const { status, headers } = response;
      return { response, status, headers, html, text: visibleText(html) };
    };
    return {
      see: async (page = "", query = "") => answerOf(await app.get(url(page, query), headers)),
      send: async (page: string, fields: Record<string, string>) =>
        answerOf(
          await app.post(url(page), new URLSearchParams(fields).toString(), {
            ...headers,
            "Content-Type": "application/x-www-form-urlencoded",
          }),
        ),
    };
  }

  return {
    aVisit,
    keyOf,
    visitor,
    guest: (id: string) => visitor(id, { key: keyOf(id) }),
    /** The state of the visit of a checkout session, and its refunds. */
    async stateOf(session: string) {
      const { status, day, scheduled_time, calendar_sequence } = await bookingOf(pool, session);
      const { rows } = await pool.query(
        "select refunds.amount from refunds join orders on orders.id = order_id where payment_session_id = $1",
        [session],
      );
      const amounts = rows.map(({ amount }) => amount);
      return { status, day, time: scheduled_time, calendar_sequence, refunds: amounts };
    },
  };
}

/** The state of an unchanged visit. */
export const UNTOUCHED = {
  status: "confirmed",
  day: "2026-06-10",
  time: "08:00:00",
  calendar_sequence: 0,
  refunds: [],
};

/** Moves such a visit by two days and into the afternoon. */
export const MOVE = {
  from_date: "2026-06-10",
  from_time: "8:00 AM",
  date: "2026-06-12",
  time: "2:00 PM",
};
