CREATE INDEX "webhook_deliveries_webhook" ON "webhook_deliveries" USING btree ("webhook_id","created_at","id");--> statement-breakpoint
CREATE INDEX "plans_nameless" ON "plans" USING btree ("user_id") WHERE coalesce("plans"."customer_name", '') = '';--> statement-breakpoint
CREATE INDEX "plans_search" ON "plans" USING gin (lower(coalesce("customer_name", '') || ' ' || "address_line1" || ' ' || "city" || ' ' || coalesce("customer_email", '')) gin_trgm_ops);
