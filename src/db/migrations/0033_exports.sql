CREATE TABLE `export_parts` (
	`export_id` text NOT NULL,
	`step` integer NOT NULL,
	`position` integer NOT NULL,
	`file` text NOT NULL,
	`key` text NOT NULL,
	`size` integer NOT NULL,
	`crc` integer NOT NULL,
	PRIMARY KEY(`export_id`, `step`, `position`),
	FOREIGN KEY (`export_id`) REFERENCES `exports`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `exports` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`day` integer NOT NULL,
	`state` text NOT NULL,
	`origin` text NOT NULL,
	`step` integer DEFAULT 0 NOT NULL,
	`cursor` text DEFAULT '' NOT NULL,
	`size` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `exports_day` ON `exports` (`member_id`,`day`) WHERE state <> 'failed';--> statement-breakpoint
CREATE INDEX `exports_member` ON `exports` (`member_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `exports_expires` ON `exports` (`expires_at`);--> statement-breakpoint
CREATE INDEX `exports_preparing` ON `exports` (`updated_at`) WHERE state = 'preparing';