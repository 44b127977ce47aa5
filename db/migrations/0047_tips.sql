ALTER TABLE "orders" ADD COLUMN "tips" integer;--> statement-breakpoint
-- Lines keep the tips of their order beside its amount.
CREATE OR REPLACE FUNCTION "keep_order_amount"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE orders SET amount = sums.total, tips = sums.tips
  FROM (SELECT sum(l.amount)::int AS total, nullif(sum(l.amount) FILTER (WHERE l.kind = 'tip'), 0)::int AS tips
    FROM order_lines l WHERE l.order_id = coalesce(NEW.order_id, OLD.order_id)) AS sums
  WHERE orders.id = coalesce(NEW.order_id, OLD.order_id) AND (orders.amount <> sums.total OR orders.tips IS DISTINCT FROM sums.tips);
  RETURN NULL;
END $$;--> statement-breakpoint
-- Revenue is what was taken, without tips: these are the crew's.
CREATE OR REPLACE FUNCTION "add_up_orders"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    DELETE FROM figures WHERE kind = 'orders';
  ELSIF TG_OP = 'INSERT' THEN
    INSERT INTO figures (kind, at, currency, count, amount)
    SELECT 'orders', at, currency, sum(count), sum(amount) FROM (
      SELECT figure_at(created_at) AS at, currency AS currency, 1 AS count, charged - coalesce(tips, 0) AS amount FROM new_rows WHERE status = 'completed'
    ) AS changes
    GROUP BY at, currency HAVING sum(count) <> 0 OR sum(amount) <> 0;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO figures (kind, at, currency, count, amount)
    SELECT 'orders', at, currency, sum(count), sum(amount) FROM (
      SELECT figure_at(created_at) AS at, currency AS currency, -1 AS count, coalesce(tips, 0) - charged AS amount FROM old_rows WHERE status = 'completed'
    ) AS changes
    GROUP BY at, currency HAVING sum(count) <> 0 OR sum(amount) <> 0;
  ELSE
    INSERT INTO figures (kind, at, currency, count, amount)
    SELECT 'orders', at, currency, sum(count), sum(amount) FROM (
      SELECT figure_at(created_at) AS at, currency AS currency, 1 AS count, charged - coalesce(tips, 0) AS amount FROM new_rows WHERE status = 'completed'
      UNION ALL SELECT figure_at(created_at) AS at, currency AS currency, -1 AS count, coalesce(tips, 0) - charged AS amount FROM old_rows WHERE status = 'completed'
    ) AS changes
    GROUP BY at, currency HAVING sum(count) <> 0 OR sum(amount) <> 0;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- Tips of before, which leave the revenue with this.
UPDATE "orders" SET "tips" = sums.tips
FROM (SELECT order_id, sum(amount)::int AS tips FROM "order_lines" WHERE kind = 'tip' GROUP BY order_id) AS sums
WHERE "orders".id = sums.order_id AND sums.tips <> 0;
