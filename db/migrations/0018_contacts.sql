-- Staff find a booking by its phone number, in whatever form it is typed, and by its email.
CREATE INDEX "bookings_contact" ON "bookings" USING gin (regexp_replace(coalesce("customer_phone", ''), '\D', '', 'g') gin_trgm_ops, lower("customer_email") gin_trgm_ops);
