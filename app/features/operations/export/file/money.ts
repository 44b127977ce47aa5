/** What the columns about money mean (columns.ts). */
export const MONEY_WORDS = `
amount: amount
total_amount: price, tax included
tax_amount: tax in the price
price_lines: the lines of the price, as JSON; cents
policy: what a late cancellation and a no-show cost, as JSON
currency: currency, such as USD
provider: who took the money: stripe, test-checkout, credit, or office and how
open: how many differences were open
about_id: what the books differ about
ours: what our book says
theirs: what the other book says
moved_at: when the money moved
found_at: when it was found
settled_at: when it was settled
note: note
order_id: id of the order, as in orders.csv
charge_id: id of the charge, as in charges.csv
refund_id: id of the refund, as in refunds.csv
dispute_id: id of the dispute, as in disputes.csv
provider_id: what the provider calls it
money_events.key: what makes it one event
credit_transfers.key: what makes it one transfer
consent: what the customer agreed to when the card was saved
card_limit: how much may be charged by that consent
payment_session_id: the provider's id of the checkout
checkout_url: address of the checkout
checkout_expires_at: until when the checkout is open
session_closed_at: when the provider said how the checkout ended
provider_customer_id: what the provider calls the customer
method_id: what the provider calls the card
brand: brand
last4: the last four digits
exp_month: last month that it is good for
exp_year: year of that month
removed_at: when it was removed
price_per_hour: price by the hour, by the month or once
credit: credit that answered it
coupons.code: what a customer types to use it
percent: percent that it takes off
services: ids of the services that it is for, as a JSON list; empty: all
most_uses: how many times it may be used
most_each: how many times one customer may use it
is_exclusive: whether it goes with no other discount
from_account: where the credit came from: a customer or a company account
from_customer: id of that customer
to_account: where it went
to_customer: id of that customer
buyer_name: who bought it
buyer_email: their email
recipient_name: who it is for
recipient_email: their email
send_on: day on which it is emailed, company time
payment_id: the provider's id of the payment
paid_at: when it was paid
code_hash: a digest of its code
sealed_code: its code in clear text, until it was sent
codes: how many codes it had
redeemed_at: when it became credit
refund_status: where its refund stands
provider_refund_id: the provider's id of the refund
refund_error: why it could not be refunded
refunded_at: when it was refunded
monday: Monday of the week
cents: cents
late_for: Monday of the week that it makes up for
late_minutes: minutes that came late
late_cents: cents of them
job_minutes: minutes on the job
drive_minutes: minutes of driving
break_minutes: minutes of breaks
job_pay: pay for the work
tips: tips
adjustments: adjustments
from_day: first day that it counts for
basis_points: hundredths of a percent of the price
pays_drive: whether driving is paid
pays_break: whether breaks are paid
approved_at: when it was approved
reopened_at: when it was opened again
reopened_why: why it was opened again
purpose: what it was taken by
tip: tip in the amount
failure: why it was declined
processing_at: since when the money is on its way
completed_at: when it was done
withdrawn: whether the bank took the money meanwhile
evidence_due_at: until when the bank takes evidence
closed_at: when the bank decided
upfront: what the checkout asked for; empty: all of it
charge_at: when the card is charged next
uses_credit: whether the customer's credit pays for it
charged: what was taken
returned: what was refunded of what was owed
checkout_attempt: which try of the checkout it is
paid_amount: what arrived, if it was another amount
invoice_id: the provider's id of the invoice
type: what happened
object_id: what it happened to
to_credit: whether it became credit
before_amount: what it cost before
before_lines: the lines of that price, as JSON; cents
subscription_id: the provider's id of the subscription
billing_anchor: the moment that its months are counted from
period_start: start of the month that is paid
period_end: end of that month
announced_for: the charge that was announced
charges_known_to: until when charges of the provider are known
past_due_since: since when a charge failed
failure_told: the failed charge that the customer heard of
invoice_url: where the customer pays an open invoice
referrer_amount: credit for who recommended
friend_amount: credit for who came
refusal: why it earned nothing
forgotten_at: when it was forgotten
acknowledged_at: when the site took it
lines: what was paid for, as JSON
summary: what the checkout said, as JSON
customer: who paid, as JSON
success_url: where a paid checkout leads
cancel_url: where a cancelled one leads
recurring: whether it is charged every month
card_id: id of the card
declines: whether its card is refused
cancel_at_period_end: whether it ends with the month
paused: whether it is paused
resumes_at: when the pause ends
`;
