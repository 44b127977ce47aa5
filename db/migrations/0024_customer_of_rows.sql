-- What an account makes belongs to the account's customer at once. What has a customer keeps it.
CREATE FUNCTION "customer_of_account"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT id INTO NEW.customer_id FROM customers WHERE user_id = NEW.user_id;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "bookings_customer" BEFORE INSERT OR UPDATE OF "user_id" ON "bookings" FOR EACH ROW WHEN (NEW."customer_id" IS NULL AND NEW."user_id" IS NOT NULL) EXECUTE FUNCTION "customer_of_account"();--> statement-breakpoint
CREATE TRIGGER "plans_customer" BEFORE INSERT OR UPDATE OF "user_id" ON "plans" FOR EACH ROW WHEN (NEW."customer_id" IS NULL AND NEW."user_id" IS NOT NULL) EXECUTE FUNCTION "customer_of_account"();--> statement-breakpoint
CREATE TRIGGER "properties_customer" BEFORE INSERT OR UPDATE OF "user_id" ON "properties" FOR EACH ROW WHEN (NEW."customer_id" IS NULL AND NEW."user_id" IS NOT NULL) EXECUTE FUNCTION "customer_of_account"();--> statement-breakpoint
CREATE TRIGGER "reviews_customer" BEFORE INSERT OR UPDATE OF "user_id" ON "reviews" FOR EACH ROW WHEN (NEW."customer_id" IS NULL AND NEW."user_id" IS NOT NULL) EXECUTE FUNCTION "customer_of_account"();--> statement-breakpoint
CREATE TRIGGER "staff_notes_customer" BEFORE INSERT OR UPDATE OF "user_id" ON "staff_notes" FOR EACH ROW WHEN (NEW."customer_id" IS NULL AND NEW."user_id" IS NOT NULL) EXECUTE FUNCTION "customer_of_account"();--> statement-breakpoint
-- After the statement, since it may insert the booking too.
CREATE FUNCTION "customer_of_order"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE orders SET customer_id = of_order.customer_id
  FROM (SELECT customer_id FROM bookings WHERE id = NEW.booking_id
    UNION ALL SELECT customer_id FROM plans WHERE id = NEW.plan_id) AS of_order
  WHERE orders.id = NEW.id AND of_order.customer_id IS NOT NULL;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "orders_customer" AFTER INSERT ON "orders" FOR EACH ROW WHEN (NEW."customer_id" IS NULL) EXECUTE FUNCTION "customer_of_order"();--> statement-breakpoint
-- A message belongs to the customer with its email, if that is verified.
CREATE FUNCTION "customer_of_message"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT customer_id INTO NEW.customer_id FROM customer_contacts
  WHERE kind = 'email' AND value = lower(NEW.email) AND verified_at IS NOT NULL;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "contact_messages_customer" BEFORE INSERT ON "contact_messages" FOR EACH ROW WHEN (NEW."customer_id" IS NULL) EXECUTE FUNCTION "customer_of_message"();
