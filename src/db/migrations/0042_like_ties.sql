ALTER TABLE `likes` ADD `tie_kind` text;--> statement-breakpoint
ALTER TABLE `likes` ADD `tie_ref` text;--> statement-breakpoint
ALTER TABLE `likes` ADD `line` text;--> statement-breakpoint
ALTER TABLE `likes` ADD `earlier_ties` text;--> statement-breakpoint
ALTER TABLE `likes` ADD `earlier_until` integer;--> statement-breakpoint
CREATE INDEX `likes_lines` ON `likes` (`from_id`,`created_at`) WHERE line is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `likes_tied` ON `likes` (`from_id`,`to_id`) WHERE tie_kind is not null;--> statement-breakpoint
CREATE INDEX `likes_ties_withdrawn` ON `likes` (`withdrawn_at`) WHERE withdrawn_at is not null and tie_kind is not null;--> statement-breakpoint
CREATE INDEX `likes_earlier` ON `likes` (`earlier_until`) WHERE earlier_until is not null;