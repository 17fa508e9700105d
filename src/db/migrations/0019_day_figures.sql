CREATE TABLE `day_figures` (
	`day` text NOT NULL,
	`figure` text NOT NULL,
	`value` integer NOT NULL,
	PRIMARY KEY(`day`, `figure`)
);
--> statement-breakpoint
CREATE INDEX `members_created` ON `members` (`created_at`);--> statement-breakpoint
CREATE INDEX `pairs_matched` ON `pairs` (`matched_at`);