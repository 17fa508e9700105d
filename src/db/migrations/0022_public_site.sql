CREATE TABLE `blog_posts` (
	`slug` text PRIMARY KEY NOT NULL,
	`tags` text DEFAULT '[]' NOT NULL,
	`published_at` integer,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `blog_translations` (
	`slug` text NOT NULL,
	`locale` text NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`body` text NOT NULL,
	`updated_at` integer NOT NULL,
	`edited_at` integer,
	PRIMARY KEY(`slug`, `locale`),
	FOREIGN KEY (`slug`) REFERENCES `blog_posts`(`slug`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `city_figures` (
	`city_id` text PRIMARY KEY NOT NULL,
	`members` integer NOT NULL,
	`intents` text DEFAULT '{}' NOT NULL,
	`counted_at` integer NOT NULL,
	FOREIGN KEY (`city_id`) REFERENCES `cities`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `city_figures_counted` ON `city_figures` (`counted_at`);--> statement-breakpoint
CREATE TABLE `contact_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`topic` text NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`message` text NOT NULL,
	`locale` text NOT NULL,
	`member_id` text,
	`state` text DEFAULT 'open' NOT NULL,
	`created_at` integer NOT NULL,
	`answer` text,
	`decided_at` integer,
	`decided_by` text,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`decided_by`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `contact_messages_state` ON `contact_messages` (`state`,`created_at`);--> statement-breakpoint
CREATE INDEX `contact_messages_member` ON `contact_messages` (`member_id`);--> statement-breakpoint
CREATE INDEX `contact_messages_expires` ON `contact_messages` (`expires_at`);--> statement-breakpoint
CREATE TABLE `public_profiles` (
	`member_id` text PRIMARY KEY NOT NULL,
	`public_id` text NOT NULL,
	`since` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `public_profiles_public_id` ON `public_profiles` (`public_id`);--> statement-breakpoint
CREATE INDEX `public_profiles_since` ON `public_profiles` (`since`);--> statement-breakpoint
CREATE TABLE `switches` (
	`name` text PRIMARY KEY NOT NULL,
	`off_since` integer NOT NULL
);
