CREATE TABLE `profile_views` (
	`member_id` text NOT NULL,
	`at` integer NOT NULL,
	`views` integer NOT NULL,
	PRIMARY KEY(`member_id`, `at`),
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `profile_views_at` ON `profile_views` (`at`);--> statement-breakpoint
ALTER TABLE `profiles` ADD `shows_premium` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `boosts` ADD `gain` text;--> statement-breakpoint
CREATE INDEX `boosts_uncounted` ON `boosts` (`ends_at`) WHERE gain is null;