ALTER TABLE `blocks` ADD `ended_at` integer;--> statement-breakpoint
CREATE INDEX `blocks_unended` ON `blocks` (`created_at`) WHERE ended_at is null;