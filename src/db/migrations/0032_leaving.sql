CREATE TABLE `deletion_reasons` (
	`reason` text NOT NULL,
	`month` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`reason`, `month`)
);
--> statement-breakpoint
CREATE INDEX `deletions_hides` ON `deletions` (`hides_at`);