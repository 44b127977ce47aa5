CREATE TABLE "plan_prices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"plan_id" uuid NOT NULL,
	"position" integer GENERATED ALWAYS AS IDENTITY (sequence name "plan_prices_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"starts_on" date NOT NULL,
	"amount" integer NOT NULL,
	"tax_amount" integer NOT NULL,
	"price_lines" jsonb NOT NULL,
	"before_amount" integer NOT NULL,
	"before_lines" jsonb NOT NULL,
	"batch_id" uuid,
	"kept_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "plan_prices_kind" CHECK ("plan_prices"."kind" in ('change', 'rise')),
	CONSTRAINT "plan_prices_status" CHECK ("plan_prices"."status" in ('scheduled', 'applied', 'withdrawn', 'dropped')),
	CONSTRAINT "plan_prices_amounts" CHECK ("plan_prices"."amount" > 0 and "plan_prices"."tax_amount" >= 0 and "plan_prices"."before_amount" > 0)
);
--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "first_visit" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "earlier_rhythms" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "plan_prices" ADD CONSTRAINT "plan_prices_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "plan_prices_one_scheduled" ON "plan_prices" USING btree ("plan_id") WHERE "plan_prices"."status" = 'scheduled';--> statement-breakpoint
CREATE INDEX "plan_prices_plan_id" ON "plan_prices" USING btree ("plan_id","position");--> statement-breakpoint
CREATE INDEX "plan_prices_scheduled" ON "plan_prices" USING btree ("created_at") WHERE "plan_prices"."status" = 'scheduled';