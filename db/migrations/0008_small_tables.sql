-- By itself PostgreSQL looks at a table again when fifty of its rows have changed: never, where there are two crews, so it plans
-- for hundreds. These few rows are read with every booking, so they are counted whenever one has changed.
ALTER TABLE "crews" SET (autovacuum_analyze_threshold = 0);--> statement-breakpoint
ALTER TABLE "crew_hours" SET (autovacuum_analyze_threshold = 0);--> statement-breakpoint
ALTER TABLE "crew_time_off" SET (autovacuum_analyze_threshold = 0);--> statement-breakpoint
ALTER TABLE "closures" SET (autovacuum_analyze_threshold = 0);--> statement-breakpoint
ALTER TABLE "storm_days" SET (autovacuum_analyze_threshold = 0);--> statement-breakpoint
ALTER TABLE "services" SET (autovacuum_analyze_threshold = 0);--> statement-breakpoint
ALTER TABLE "admin_settings" SET (autovacuum_analyze_threshold = 0);
