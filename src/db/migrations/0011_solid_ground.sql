CREATE TABLE `security_events` (
	`day` text NOT NULL,
	`kind` text NOT NULL,
	`count` integer NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`day`, `kind`)
);
--> statement-breakpoint
ALTER TABLE `members` ADD `birth_date_changed_at` integer;--> statement-breakpoint
ALTER TABLE `one_time_codes` ADD `previous_code_hash` text;--> statement-breakpoint
ALTER TABLE `one_time_codes` ADD `link_hash` text;--> statement-breakpoint
ALTER TABLE `one_time_codes` ADD `previous_link_hash` text;--> statement-breakpoint
ALTER TABLE `second_factors` ADD `accepted_at` integer;--> statement-breakpoint
ALTER TABLE `second_factors` ADD `accepted_by` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `factor_at` integer;--> statement-breakpoint
UPDATE `second_factors` SET `accepted_at` = `confirmed_at`, `accepted_by` = `member_id` WHERE `confirmed_at` IS NOT NULL;
