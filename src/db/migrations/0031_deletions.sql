CREATE TABLE `deletions` (
	`member_id` text PRIMARY KEY NOT NULL,
	`requested_at` integer NOT NULL,
	`by` text NOT NULL,
	`hides_at` integer NOT NULL,
	`purge_at` integer NOT NULL,
	`former_state` text NOT NULL,
	`step` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`error` text
);
--> statement-breakpoint
CREATE INDEX `deletions_purge` ON `deletions` (`purge_at`);