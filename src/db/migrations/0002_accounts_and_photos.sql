CREATE TABLE `audit_log` (
	`id` text PRIMARY KEY NOT NULL,
	`actor_id` text NOT NULL,
	`action` text NOT NULL,
	`subject_kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`detail` text DEFAULT '{}' NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_log_subject` ON `audit_log` (`subject_kind`,`subject_id`);--> statement-breakpoint
CREATE INDEX `audit_log_time` ON `audit_log` (`at`);--> statement-breakpoint
CREATE TABLE `email_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`old_email` text NOT NULL,
	`new_email` text NOT NULL,
	`undo_hash` text NOT NULL,
	`changed_at` integer NOT NULL,
	`undo_until` integer NOT NULL,
	`undone_at` integer,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `email_changes_undo` ON `email_changes` (`undo_hash`);--> statement-breakpoint
CREATE INDEX `email_changes_member` ON `email_changes` (`member_id`);--> statement-breakpoint
CREATE TABLE `entitlements` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`kind` text NOT NULL,
	`units` integer NOT NULL,
	`source_kind` text NOT NULL,
	`source_id` text NOT NULL,
	`starts_at` integer NOT NULL,
	`expires_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `entitlements_source` ON `entitlements` (`source_kind`,`source_id`,`kind`);--> statement-breakpoint
CREATE INDEX `entitlements_member` ON `entitlements` (`member_id`,`kind`,`expires_at`);--> statement-breakpoint
CREATE TABLE `identities` (
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`provider` text NOT NULL,
	`member_id` text NOT NULL,
	`linked_at` integer NOT NULL,
	PRIMARY KEY(`issuer`, `subject`),
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `identities_member` ON `identities` (`member_id`,`provider`);--> statement-breakpoint
CREATE TABLE `known_devices` (
	`member_id` text NOT NULL,
	`device_hash` text NOT NULL,
	`first_seen_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	PRIMARY KEY(`member_id`, `device_hash`),
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `one_time_codes` (
	`id` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`member_id` text,
	`email` text NOT NULL,
	`code_hash` text NOT NULL,
	`expires_at` integer NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`sent_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `one_time_codes_email` ON `one_time_codes` (`purpose`,`email`);--> statement-breakpoint
CREATE INDEX `one_time_codes_member` ON `one_time_codes` (`member_id`);--> statement-breakpoint
CREATE INDEX `one_time_codes_expires` ON `one_time_codes` (`expires_at`);--> statement-breakpoint
CREATE TABLE `photos` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`position` integer NOT NULL,
	`key` text NOT NULL,
	`state` text NOT NULL,
	`reason` text,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`created_at` integer NOT NULL,
	`decided_at` integer,
	`decided_by` text,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`decided_by`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `photos_member` ON `photos` (`member_id`,`position`);--> statement-breakpoint
CREATE INDEX `photos_queue` ON `photos` (`state`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `photos_key` ON `photos` (`key`);--> statement-breakpoint
CREATE TABLE `restrictions` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`rule` text NOT NULL,
	`facts` text NOT NULL,
	`until` integer,
	`decided_by` text NOT NULL,
	`actor_id` text,
	`created_at` integer NOT NULL,
	`lifted_at` integer,
	`former_state` text NOT NULL,
	`appeal_text` text,
	`appealed_at` integer,
	`appeal_decided_at` integer,
	`appeal_outcome` text,
	`appeal_actor_id` text,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`actor_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`appeal_actor_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `restrictions_member` ON `restrictions` (`member_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `restrictions_appeals` ON `restrictions` (`appealed_at`,`appeal_decided_at`);--> statement-breakpoint
CREATE TABLE `second_factors` (
	`member_id` text PRIMARY KEY NOT NULL,
	`sealed_secret` text NOT NULL,
	`recovery_hashes` text NOT NULL,
	`last_step` integer DEFAULT 0 NOT NULL,
	`confirmed_at` integer,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `members` ADD `role` text DEFAULT 'member' NOT NULL;--> statement-breakpoint
ALTER TABLE `profiles` ADD `body` text;--> statement-breakpoint
ALTER TABLE `profiles` ADD `drinking` text;--> statement-breakpoint
ALTER TABLE `profiles` ADD `smoking` text;--> statement-breakpoint
ALTER TABLE `profiles` ADD `education` text;--> statement-breakpoint
ALTER TABLE `profiles` ADD `kids` text;--> statement-breakpoint
ALTER TABLE `profiles` ADD `politics` text;--> statement-breakpoint
ALTER TABLE `profiles` ADD `religion` text;--> statement-breakpoint
ALTER TABLE `profiles` ADD `orientation` text;--> statement-breakpoint
ALTER TABLE `profiles` ADD `visibility` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `profiles` ADD `shows_online` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `profiles` ADD `browses_invisibly` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `profiles` ADD `revision` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `confirmed_at` integer;