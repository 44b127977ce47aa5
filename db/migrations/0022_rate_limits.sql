-- Unlogged: a try costs no wait for the disk. Half of each page stays free, so that counting up moves no index entry.
CREATE UNLOGGED TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"expire" bigint NOT NULL
) WITH (fillfactor = 50);
