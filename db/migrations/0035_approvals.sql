CREATE TABLE "approvals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"order_id" uuid NOT NULL,
	"amount" integer NOT NULL,
	"reason" text NOT NULL,
	"payload" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"idempotency_key" text NOT NULL,
	"status" text NOT NULL,
	"asked_by" uuid,
	"asked_at" timestamp with time zone NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	CONSTRAINT "approvals_idempotency_key_unique" UNIQUE("idempotency_key"),
	CONSTRAINT "approvals_status" CHECK ("approvals"."status" in ('not needed', 'open', 'approved', 'refused', 'withdrawn')),
	CONSTRAINT "approvals_amount" CHECK ("approvals"."amount" > 0),
	CONSTRAINT "approvals_decided" CHECK (("approvals"."status" = 'open') = ("approvals"."decided_at" is null))
);
--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "customer_id" uuid;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_one_open" ON "approvals" USING btree ("order_id","kind") WHERE "approvals"."status" = 'open';--> statement-breakpoint
CREATE INDEX "approvals_order_id" ON "approvals" USING btree ("order_id","asked_at");--> statement-breakpoint
CREATE INDEX "approvals_open" ON "approvals" USING btree ("asked_at","id") WHERE "approvals"."status" = 'open';--> statement-breakpoint
CREATE INDEX "approvals_asked_by" ON "approvals" USING btree ("asked_by");--> statement-breakpoint
CREATE INDEX "approvals_decided_by" ON "approvals" USING btree ("decided_by");--> statement-breakpoint
CREATE INDEX "audit_log_customer_id" ON "audit_log" USING btree ("customer_id","at","id") WHERE "audit_log"."customer_id" is not null;