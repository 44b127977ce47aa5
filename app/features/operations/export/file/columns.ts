import { MONEY_WORDS } from "./money";
import { headingOf } from "./tables";

/** What the columns of an export mean, a line each: the column, or the table and the column, and its words. */
const WORDS = `
id: the number or name that other files call this row by
name: its name
email: email address
role: what they may do: owner, manager, dispatcher, bookkeeper, crew_lead, crew_member, user
hands_over: whether the inviter hands the company over with it
accepted_at: when it was accepted
expires_at: when it is over
revoked_at: when it was taken back
email_verified: whether the account confirmed the address
users.image: address of a picture
services.image: name of the picture that the site shows
kind: what sort of row it is
status: what became of it, or where it stands
reason: why, in words
payload: what is needed to do it later, as JSON
idempotency_key: what makes a repeated request the same one
asked_at: when somebody, or the provider, was last asked
decided_at: when it was decided
at: when
actor: who did it: system, guest, link, user:ID, admin:ID (staff), crew:ID
action: what was done
entity: what it was done to
entity_id: id of what it was done to
customer_id: id of the customer, as in customers.csv
details: more about it, as JSON
address: email address
reminders: whether they want reminders before a visit
reviews: whether they want to be asked for a review
reveals: whether they want to hear when a crew looks at an entry code
article_id: number of the article
visitor_id: a random id of a visitor's browser
number: what people call it, such as 1042 for #1042
bookings.draft_id: the form that booked it
plans.draft_id: the form that booked it
request_hash: a digest of that form
plan_visit: which visit of its plan it is, from 1
link_generation: how many times staff ended the link in emails
scheduled_date: day of the visit, company time
scheduled_time: start of the visit, company time
duration_hours: length in hours
starts_at: start
ends_at: end
blocked: from when to when the crew is taken, with the drive
half_baths: half baths
bedrooms: bedrooms
bathrooms: bathrooms
square_feet: square feet
square_footage: square feet
extras: extras as they were booked, as JSON
notes: what the customer wrote to the crew
address_line1: street and number
address_line2: apartment, suite or floor
city: city
state: state, two letters
import_runs.state: where the import stands
zip_code: ZIP code
customer_name: name as it was booked
customer_email: email as it was booked
customer_phone: phone as it was booked
hold_expires_at: until when the time was held for the payment
client_hash: a keyed digest of the browser that holds the time
needs_attention: what staff must decide about it
override_reason: why staff set a rule aside
crew_requested: whether the customer asked for this crew
items_waived: whether the office let open items of the checklist be
items_waived_why: why it did
late_fee_applies: whether a late cancellation costs its fee
calendar_sequence: how many times its calendar entry changed
cancelled_at: when it was cancelled
submission_id: the form that sent it
position: its place in the order in which they were written
job_applications.position: the job that they apply for
location: where they want to work
first_name: first name
last_name: last name
phone: phone number
experience: experience, in their words
availability: when they can work, in their words
resume_url: link to a resume
cover_letter: letter, in their words
begins_on: first day, company time
rules: the prices and minutes, as JSON; cents
version: how many times the draft was changed
published_at: when it was published
title: title
description: description
subscription_type: one_time or monthly
service_type: residential or commercial
is_popular: whether the site points it out
is_active: whether it is offered or at work
features: what it includes, as a JSON list
visit_minutes: length of a visit in minutes
plan_frequencies: how often, as a JSON list
start_times: when a visit can start, as a JSON list; empty: the usual times
terms: when a visit is paid, as JSON; empty: in full before
sort_order: its place in lists
form_id: the form that added it
room: where in the home
words: what was said
due_at: by when the office promised to answer
answer: what the office answered
answered_at: when it was answered
ended_at: when it ended
date: day, company time
time: time of the day, company time
rule: the rule that makes the day a holiday
service_id: id of the service, as in services.csv
wished_date: day that they asked for
message: what they wrote
customer_contacts.value: the email address or phone number
admin_settings.value: the value
label: label
is_primary: whether it is the first of its kind
verified_at: when they confirmed it
moved: what moved from one to the other, as JSON
undone_at: when it was undone
company_name: company
language: en or es
tags: tags, as a list in braces
source: where the customer came from
referral_code: the last part of their referral link
property_type: house, apartment or office
special_instructions: what crews should know
pets: pets
parking: where to park
is_default: whether it is the customer's first home
list: which list
query: the filters, as in an address
phone_name: the phone that showed it
revealed_at: when it was shown
sealed: what opens the home, in clear text
checklist_items.text: what is to be done
text_es: the same in Spanish
mails.text: the plain text
need: whether it must be done, or photographed
archived_at: when it was taken off the list
phone_at: when, by the clock of the phone
received_at: when it arrived here
members: ids of the members that it is about, as a list in braces
undoes: id of the tap that it takes back
happened_at: when it happened
media_type: what sort of file, such as image/webp
sha256: SHA-256 of the content
bytes: size in bytes
width: width in pixels
height: height in pixels
small_sha256: SHA-256 of the thumbnail
small_bytes: size of the thumbnail in bytes
vendor: the program that it came from
person_key: a digest of whom that program means
home_key: a digest of which home that program means
is_new: whether the import added the customer
import_links.fields: digests of what the last file said, as JSON
site_text_versions.fields: title and other fields, as JSON
import_links.credit: credit that was moved in
earlier: digests of what the file before said, as JSON
said_in: id of the import of the last file
seen: digests of what a file has had, as JSON
file_name: name of the file
encoding: how the file's text was encoded
headers: headings of the file, as a JSON list
mapping: the field of each column, as a JSON list
row_count: how many rows the file had
cursor: the line that was reached
mails_open_at: when emails to its customers were switched on
occasion: what caused it; each is sent once
recipient: address that it went to
subject: subject
html: the email as HTML
attempts: how many times it was tried
error: what went wrong
sent_at: when it was sent
read_at: when the office read it
archived_from: what it was before it was archived
confirmed_at: when the address was confirmed
unsubscribed_at: when they left
body: text
weekday: day of the week, 0 is Sunday
starts: start, company time
ends: end, company time
left_at: when they left
first_day: first day
last_day: last day
count: how many
minutes: length in minutes
place: where
sequence: how many times its calendar entry changed
table_name: what was counted
change: what to add
towns: towns, as a list in braces; none: all
opened_at: when it was opened
proposed_date: day that was offered
proposed_time: time that was offered
key_end: the last letters of the key
last_used_at: when it was last used
partner_reference: what the partner calls it
replaces: which span it corrects
frequency: weekly, biweekly or monthly
first_date: day of its first visit
first_visit: number of its first visit
coupons.first_visit: whether it is for a customer's first visit only
earlier_rhythms: how its visits were scheduled before, as JSON
slot_time: start of its visits, company time
visits_laid: how many visits are scheduled
untold_since: since when the provider waits to hear of a change
told_at: when the provider heard of it
held_until: until when the office holds it
withdrawn_at: when it was withdrawn
paused_from: first day of a pause
resumes_on: first day after it
ends_on: last day, company time
caption: caption
report_id: id of the report that it belongs to
starts_on: the first charge on this day or later costs the new price
batch_id: the prices that were announced together
kept_at: when the customer agreed to go on
rating: 1 to 5 stars
review_text: what they wrote
may_publish: whether they agreed to be shown
category: part of the settings
slug: the last part of its address
published_version: which version the site shows
planned_version: which version will be shown
publish_at: when it will be shown
hidden: whether it is off the site
created_at: when the row was made
updated_at: when the row was last changed
admin_settings.key: which setting
import_templates.key: a digest of the headings
digest_keys.purpose: what it is for
sealed_key: the key, in clear text
stripe_line: the line up to which Stripe was asked about its IDs
import_runs.subject: what its rows are about: customers, visits or gift_cards
import_templates.subject: what the rows are about: customers, visits or gift_cards
choices: what people chose for values of the file, as JSON
unknown: values that nobody has chosen for, as JSON
import_visits.visit_key: a digest of which visit that program means
import_visits.said: what the last file said, as JSON
import_visits.facts: what a visit here has no place for, as JSON
import_visits.frequency: how often it comes there; empty: once
series.frequency: how often it comes: weekly, biweekly, monthly or other
series.ended_at: when the office ended it
series.plan_id: id of the plan that it was sold as, as in plans.csv
series_id: id of the series that the visit belongs to, as in series.csv
made_room_for: id of the plan for whose sale the visit was taken out of the calendar
history_of: the program in which it took place, before the company moved in
expires_on: the last day on which it can be redeemed; empty: any day
cards: cards that the provider keeps of the customer, as JSON
checked_at: when the provider answered
alt: what the picture shows; empty: it only decorates
site_pictures.key: the part of its files' addresses that changes with it
`;

const FOUND = new Map(
  `${WORDS}${MONEY_WORDS}`
    .split("\n")
    .filter(Boolean)
    .map((line): [string, string] => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]),
);

/** What a column means; undefined for one that nobody has described. `refers`: the file that its ids are from. */
export function wordsOf(table: string, column: string, refers: string | undefined): string | undefined {
  const words =
    FOUND.get(`${table}.${column}`) ?? (refers ? `id of its row in ${refers}` : FOUND.get(column));
  return words && headingOf(table, column).endsWith("_cents") ? `${words}, in cents` : words;
}

/** How the values of a column of this PostgreSQL type are written. */
export function formOf(type: string): string {
  if (type.startsWith("timestamp")) return "moment in UTC, such as 2026-11-26T15:00:00Z";
  if (type === "date") return "day, such as 2026-11-26";
  if (type.startsWith("time")) return "time of the day, such as 09:00:00";
  if (type === "boolean") return "true or false";
  if (type === "integer" || type === "bigint" || type.startsWith("numeric")) return "number";
  if (type === "jsonb") return "JSON";
  if (type.endsWith("[]")) return "list in braces";
  if (type === "uuid") return "id";
  return "text";
}
