CREATE TABLE `kept_apart` (
	`low_id` text NOT NULL,
	`high_id` text NOT NULL,
	PRIMARY KEY(`low_id`, `high_id`),
	FOREIGN KEY (`low_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`high_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `kept_apart_high` ON `kept_apart` (`high_id`);--> statement-breakpoint
ALTER TABLE `restrictions` ADD `hides_at` integer;--> statement-breakpoint
CREATE INDEX `restrictions_hiding` ON `restrictions` (`hides_at`,`member_id`) WHERE lifted_at is null and hides_at is not null;--> statement-breakpoint
-- The rows themselves stay in `blocks` for the version before; this version reads them in pairing alone.
INSERT INTO `kept_apart` (`low_id`, `high_id`)
SELECT DISTINCT min(`blocker_id`, `blocked_id`), max(`blocker_id`, `blocked_id`) FROM `blocks` WHERE `met_in` IS NOT NULL;
