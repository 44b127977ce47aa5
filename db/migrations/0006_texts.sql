-- A text that others have too is neither locked nor looked at twice: strangers at one address must not wait for each other.
-- Where the last two bookings with a text let go of it at once it stays, until the night's job finds it.
CREATE OR REPLACE FUNCTION "keep_search_texts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    DELETE FROM search_texts;
    RETURN NULL;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    LOOP
      PERFORM FROM search_texts WHERE key = NEW.search_key FOR KEY SHARE;
      EXIT WHEN FOUND;
      INSERT INTO search_texts (key, who, town)
      VALUES (NEW.search_key, lower(coalesce(NEW.customer_name, '') || ' ' || NEW.address_line1), lower(NEW.city))
      ON CONFLICT DO NOTHING;
      EXIT WHEN FOUND;
    END LOOP;
  END IF;
  IF TG_OP <> 'INSERT' AND NOT EXISTS (SELECT FROM bookings WHERE search_key = OLD.search_key) THEN
    PERFORM FROM search_texts WHERE key = OLD.search_key FOR UPDATE;
    DELETE FROM search_texts
    WHERE key = OLD.search_key AND NOT EXISTS (SELECT FROM bookings WHERE search_key = OLD.search_key);
  END IF;
  RETURN NULL;
END $$;
