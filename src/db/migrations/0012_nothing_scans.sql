ALTER TABLE `boosts` ADD `parent_x` integer;--> statement-breakpoint
ALTER TABLE `boosts` ADD `parent_y` integer;--> statement-breakpoint
CREATE INDEX `boosts_area` ON `boosts` (`parent_x`,`parent_y`,`ends_at`,`starts_at`,`member_id`,`id`);--> statement-breakpoint
CREATE INDEX `consents_pending` ON `consents` (`subject_kind`,`given_at`) WHERE subject_kind = 'registration';--> statement-breakpoint
CREATE INDEX `email_changes_until` ON `email_changes` (`undo_until`);--> statement-breakpoint
CREATE INDEX `known_devices_seen` ON `known_devices` (`last_seen_at`);--> statement-breakpoint
CREATE INDEX `refresh_tokens_superseded` ON `refresh_tokens` (`superseded_at`) WHERE superseded_at is not null;--> statement-breakpoint
CREATE INDEX `chat_requests_pair` ON `chat_requests` (`from_id`,`to_id`);--> statement-breakpoint
CREATE INDEX `passes_expires` ON `passes` (`expires_at`);--> statement-breakpoint
CREATE INDEX `visits_last` ON `visits` (`last_at`);--> statement-breakpoint
CREATE INDEX `restrictions_ending` ON `restrictions` (`until`) WHERE lifted_at is null and until is not null;--> statement-breakpoint
CREATE INDEX `restrictions_standing` ON `restrictions` (`created_at`) WHERE lifted_at is null;--> statement-breakpoint
CREATE INDEX `security_events_expires` ON `security_events` (`expires_at`);--> statement-breakpoint
UPDATE `boosts` SET (`parent_x`, `parent_y`) = (SELECT `parent_x`, `parent_y` FROM `profiles` WHERE `profiles`.`member_id` = `boosts`.`member_id`);
