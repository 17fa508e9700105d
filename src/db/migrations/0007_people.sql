CREATE TABLE `boosts` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`extra_views` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `boosts_member` ON `boosts` (`member_id`,`ends_at`);--> statement-breakpoint
CREATE INDEX `boosts_ends` ON `boosts` (`ends_at`);--> statement-breakpoint
CREATE TABLE `favourites` (
	`owner_id` text NOT NULL,
	`member_id` text NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`owner_id`, `member_id`),
	FOREIGN KEY (`owner_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "favourites_two" CHECK("favourites"."owner_id" <> "favourites"."member_id")
);
--> statement-breakpoint
CREATE INDEX `favourites_owner_time` ON `favourites` (`owner_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `quiz_answers` (
	`member_id` text NOT NULL,
	`question` integer NOT NULL,
	`answer` integer NOT NULL,
	`acceptable_mask` integer NOT NULL,
	`importance` integer NOT NULL,
	`is_public` integer DEFAULT false NOT NULL,
	`answered_at` integer NOT NULL,
	PRIMARY KEY(`member_id`, `question`),
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "quiz_answers_importance" CHECK("quiz_answers"."importance" in (0, 1, 10, 50, 250))
);
--> statement-breakpoint
CREATE TABLE `report_evidence` (
	`report_id` text NOT NULL,
	`kind` text NOT NULL,
	`data` text NOT NULL,
	`taken_at` integer NOT NULL,
	PRIMARY KEY(`report_id`, `kind`),
	FOREIGN KEY (`report_id`) REFERENCES `reports`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `reports` (
	`id` text PRIMARY KEY NOT NULL,
	`reporter_id` text NOT NULL,
	`reported_id` text NOT NULL,
	`category` text NOT NULL,
	`text` text DEFAULT '' NOT NULL,
	`place` text NOT NULL,
	`conversation_id` text,
	`state` text DEFAULT 'open' NOT NULL,
	`created_at` integer NOT NULL,
	`decided_at` integer,
	CONSTRAINT "reports_two" CHECK("reports"."reporter_id" <> "reports"."reported_id")
);
--> statement-breakpoint
CREATE INDEX `reports_queue` ON `reports` (`state`,`created_at`);--> statement-breakpoint
CREATE INDEX `reports_reported` ON `reports` (`reported_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `reports_reporter` ON `reports` (`reporter_id`,`created_at`);--> statement-breakpoint
ALTER TABLE `profiles` ADD `visitors_seen_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `profiles` ADD `quiz` text DEFAULT '' NOT NULL;