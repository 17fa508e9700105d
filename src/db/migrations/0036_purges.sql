CREATE TABLE `banned_addresses` (
	`hash` text PRIMARY KEY NOT NULL,
	`ends_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `banned_addresses_ends` ON `banned_addresses` (`ends_at`);--> statement-breakpoint
CREATE TABLE `past_restrictions` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`rule` text NOT NULL,
	`facts` text NOT NULL,
	`until` integer,
	`decided_by` text NOT NULL,
	`actor_id` text,
	`created_at` integer NOT NULL,
	`ended_at` integer NOT NULL,
	`appeal_text` text,
	`appealed_at` integer,
	`appeal_decided_at` integer,
	`appeal_outcome` text,
	`appeal_actor_id` text
);
--> statement-breakpoint
CREATE INDEX `past_restrictions_member` ON `past_restrictions` (`member_id`);--> statement-breakpoint
CREATE INDEX `past_restrictions_ended` ON `past_restrictions` (`ended_at`);--> statement-breakpoint
CREATE TABLE `restores` (
	`epoch` text PRIMARY KEY NOT NULL,
	`cursor` text DEFAULT '' NOT NULL,
	`applied_at` integer
);
--> statement-breakpoint
ALTER TABLE `consents` ADD `ended_at` integer;--> statement-breakpoint
CREATE INDEX `consents_ended` ON `consents` (`ended_at`) WHERE ended_at is not null;--> statement-breakpoint
ALTER TABLE `deletions` ADD `listed_at` integer;--> statement-breakpoint
CREATE INDEX `deletions_unlisted` ON `deletions` (`requested_at`) WHERE listed_at is null;--> statement-breakpoint
CREATE INDEX `photos_decider` ON `photos` (`decided_by`) WHERE decided_by is not null;--> statement-breakpoint
CREATE INDEX `passes_to` ON `passes` (`to_id`);--> statement-breakpoint
CREATE INDEX `restrictions_actor` ON `restrictions` (`actor_id`) WHERE actor_id is not null;--> statement-breakpoint
CREATE INDEX `restrictions_appeal_actor` ON `restrictions` (`appeal_actor_id`) WHERE appeal_actor_id is not null;