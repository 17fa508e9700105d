ALTER TABLE `pairs` ADD `ended_at` integer;--> statement-breakpoint
CREATE INDEX `pairs_unended` ON `pairs` (`unmatched_at`) WHERE unmatched_at is not null and ended_at is null;