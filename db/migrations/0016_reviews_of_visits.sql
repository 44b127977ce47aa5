-- A review counts while its visit is completed: pages that show it hear when it no longer is.
CREATE TRIGGER "bookings_shown_status_notify" AFTER UPDATE OF "status" ON "bookings" FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status AND 'completed' IN (OLD.status, NEW.status)) EXECUTE FUNCTION "notify_of_shown_reviews"();
