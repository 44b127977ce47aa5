import { type Delivery, formatAnswer, formatTries } from "~/features/integrations/webhooks/deliveries";
import { formatEvent, WEBHOOKS_PAGE } from "~/features/integrations/webhooks/webhook";
import { Disclosure } from "~/ui/action/disclosure";
import { ResendForm } from "~/ui/action/resend-form";
import { Fact, Facts } from "~/ui/list/facts";
import { Notice } from "~/ui/page/notice";
import { DeliveryBadge } from "./delivery-table";

/** A delivery with its result, its payload and a button to send it again. */
export function DeliveryPanel({ delivery }: { delivery: Delivery }) {
  const { status, error } = delivery;
  return (
    <div className="grid gap-5">
      <p className="font-semibold text-[1.0625rem]/7">{formatEvent(delivery.event)}</p>
      <Facts>
        <Fact label="Status">
          <DeliveryBadge status={status} />
        </Fact>
        <Fact label="About">{delivery.about}</Fact>
        <Fact label="To" href={`${WEBHOOKS_PAGE}/${delivery.webhook_id}`}>
          {delivery.host}
        </Fact>
        <Fact label="Happened">{delivery.at}</Fact>
        <Fact label="Sent">{status === "sent" ? delivery.sent_at : null}</Fact>
        <Fact label="Attempts">{formatTries(delivery.attempts)}</Fact>
        <Fact label="Response">{formatAnswer(delivery)}</Fact>
      </Facts>
      {status !== "sent" && error && (
        <Notice tone={status === "failed" ? "error" : "info"} title="What went wrong">
          <span className="wrap-anywhere">{error}</span>
        </Notice>
      )}
      <SendAgain delivery={delivery} />
      <Disclosure title="What was sent" className="border-line border-t pt-3">
        <pre className="wrap-anywhere whitespace-pre-wrap rounded-card bg-paper p-4 font-mono text-[0.8125rem]/5 ring-1 ring-line">
          {delivery.sent}
        </pre>
      </Disclosure>
    </div>
  );
}

function SendAgain({ delivery: { attempts, status, webhook_active } }: { delivery: Delivery }) {
  const why =
    status === "queued"
      ? "It's on its way."
      : webhook_active
        ? null
        : "The webhook is paused. Resume it to send this again.";
  if (why) return <p className="text-[0.9375rem]/6 text-moss">{why}</p>;
  return <ResendForm attempts={attempts} hasFailed={status === "failed"} />;
}
