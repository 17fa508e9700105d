CREATE TABLE `blocks` (
	`blocker_id` text NOT NULL,
	`blocked_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`blocker_id`, `blocked_id`),
	FOREIGN KEY (`blocker_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`blocked_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `blocks_blocked` ON `blocks` (`blocked_id`);--> statement-breakpoint
CREATE TABLE `cities` (
	`id` text PRIMARY KEY NOT NULL,
	`slug` text NOT NULL,
	`country` text NOT NULL,
	`names` text NOT NULL,
	`cell_x` integer NOT NULL,
	`cell_y` integer NOT NULL,
	`time_zone` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `cities_slug` ON `cities` (`slug`);--> statement-breakpoint
CREATE TABLE `consents` (
	`id` text PRIMARY KEY NOT NULL,
	`subject_kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`kind` text NOT NULL,
	`version` text NOT NULL,
	`locale` text NOT NULL,
	`text_hash` text NOT NULL,
	`given_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `consents_once` ON `consents` (`subject_kind`,`subject_id`,`kind`,`version`);--> statement-breakpoint
CREATE TABLE `content_revision` (
	`id` integer PRIMARY KEY NOT NULL,
	`revision` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `counters` (
	`key` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `counters_expires` ON `counters` (`expires_at`);--> statement-breakpoint
CREATE TABLE `legal_versions` (
	`document` text NOT NULL,
	`version` text NOT NULL,
	`published_at` integer NOT NULL,
	PRIMARY KEY(`document`, `version`)
);
--> statement-breakpoint
CREATE TABLE `likes` (
	`from_id` text NOT NULL,
	`to_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`withdrawn_at` integer,
	PRIMARY KEY(`from_id`, `to_id`),
	FOREIGN KEY (`from_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`to_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `likes_from_time` ON `likes` (`from_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `likes_to_time` ON `likes` (`to_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `members` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`password_hash` text NOT NULL,
	`state` text NOT NULL,
	`first_name` text NOT NULL,
	`birth_date` text NOT NULL,
	`gender` text NOT NULL,
	`locale` text NOT NULL,
	`time_zone` text NOT NULL,
	`appearance` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "members_appearance" CHECK("members"."appearance" in (1, 2, 3))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `members_email` ON `members` (`email`);--> statement-breakpoint
CREATE TABLE `pairs` (
	`low_id` text NOT NULL,
	`high_id` text NOT NULL,
	`conversation_id` text NOT NULL,
	`matched_at` integer NOT NULL,
	`unmatched_at` integer,
	PRIMARY KEY(`low_id`, `high_id`),
	FOREIGN KEY (`low_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`high_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "pairs_order" CHECK("pairs"."low_id" < "pairs"."high_id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `pairs_conversation` ON `pairs` (`conversation_id`);--> statement-breakpoint
CREATE INDEX `pairs_high` ON `pairs` (`high_id`);--> statement-breakpoint
CREATE TABLE `passes` (
	`from_id` text NOT NULL,
	`to_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`from_id`, `to_id`),
	FOREIGN KEY (`from_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`to_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `profiles` (
	`member_id` text PRIMARY KEY NOT NULL,
	`discoverable` integer DEFAULT false NOT NULL,
	`avatar` text,
	`about` text DEFAULT '' NOT NULL,
	`intent` text,
	`gender` text NOT NULL,
	`birth_date` text NOT NULL,
	`seeks_mask` integer NOT NULL,
	`gender_mask` integer NOT NULL,
	`seeks_age_min` integer DEFAULT 18 NOT NULL,
	`seeks_age_max` integer DEFAULT 99 NOT NULL,
	`city_id` text,
	`cell_x` integer,
	`cell_y` integer,
	`parent_x` integer,
	`parent_y` integer,
	`cell_changed_at` integer,
	`cell_changes` integer DEFAULT 0 NOT NULL,
	`cell_day_start` integer,
	`interests` text DEFAULT '[]' NOT NULL,
	`languages` text DEFAULT '[]' NOT NULL,
	`height_cm` integer,
	`verified` integer DEFAULT false NOT NULL,
	`completeness` integer DEFAULT 0 NOT NULL,
	`active_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`city_id`) REFERENCES `cities`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `profiles_nearby` ON `profiles` (`discoverable`,`parent_x`,`parent_y`,`active_at`);--> statement-breakpoint
CREATE INDEX `profiles_active` ON `profiles` (`discoverable`,`active_at`);--> statement-breakpoint
CREATE TABLE `redirects` (
	`path` text PRIMARY KEY NOT NULL,
	`target` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `refresh_tokens` (
	`hash` text PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`superseded_at` integer,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `refresh_tokens_session` ON `refresh_tokens` (`session_id`);--> statement-breakpoint
CREATE TABLE `registrations` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`decoy` integer DEFAULT false NOT NULL,
	`password_hash` text NOT NULL,
	`first_name` text NOT NULL,
	`birth_date` text NOT NULL,
	`gender` text NOT NULL,
	`seeks` text NOT NULL,
	`locale` text NOT NULL,
	`time_zone` text NOT NULL,
	`code_hash` text NOT NULL,
	`code_expires_at` integer NOT NULL,
	`code_tries` integer DEFAULT 0 NOT NULL,
	`code_sent_at` integer NOT NULL,
	`codes_sent` integer DEFAULT 1 NOT NULL,
	`link_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `registrations_email` ON `registrations` (`email`);--> statement-breakpoint
CREATE UNIQUE INDEX `registrations_link` ON `registrations` (`link_hash`);--> statement-breakpoint
CREATE INDEX `registrations_expires` ON `registrations` (`expires_at`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`subject_kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer,
	`user_agent` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sessions_subject` ON `sessions` (`subject_kind`,`subject_id`);--> statement-breakpoint
CREATE INDEX `sessions_expires` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `visits` (
	`visitor_id` text NOT NULL,
	`visited_id` text NOT NULL,
	`last_at` integer NOT NULL,
	`count` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`visitor_id`, `visited_id`),
	FOREIGN KEY (`visitor_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`visited_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `visits_visited` ON `visits` (`visited_id`,`last_at`);