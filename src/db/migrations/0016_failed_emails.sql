CREATE TABLE `failed_emails` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`code` text NOT NULL,
	`attempts` integer NOT NULL,
	`asked_at` integer NOT NULL,
	`failed_at` integer NOT NULL,
	`useful_until` integer NOT NULL,
	`sealed` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `failed_emails_failed` ON `failed_emails` (`failed_at`);