ALTER TABLE `pairs` ADD `opened_at` integer;--> statement-breakpoint
CREATE INDEX `pairs_unopened` ON `pairs` (`matched_at`) WHERE opened_at is null;