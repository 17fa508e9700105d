CREATE TABLE `verifications` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`pose` text NOT NULL,
	`photo_id` text NOT NULL,
	`state` text NOT NULL,
	`drawn_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`uploaded_at` integer,
	`key` text,
	`picture_hash` text,
	`decided_at` integer,
	`decided_by` text,
	`reason` text,
	`ended_at` integer,
	`notified_at` integer,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`decided_by`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `verifications_member` ON `verifications` (`member_id`,`drawn_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `verifications_current` ON `verifications` (`member_id`) WHERE state in ('drawn', 'waiting', 'approved');--> statement-breakpoint
CREATE UNIQUE INDEX `verifications_picture` ON `verifications` (`picture_hash`) WHERE picture_hash is not null;--> statement-breakpoint
CREATE INDEX `verifications_queue` ON `verifications` (`uploaded_at`,`id`) WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX `verifications_drawn` ON `verifications` (`expires_at`) WHERE state = 'drawn';--> statement-breakpoint
CREATE INDEX `verifications_unnotified` ON `verifications` (`ended_at`) WHERE state = 'undecided' and notified_at is null;--> statement-breakpoint
CREATE INDEX `verifications_decider` ON `verifications` (`decided_by`);--> statement-breakpoint
DROP INDEX `consents_once`;--> statement-breakpoint
ALTER TABLE `consents` ADD `withdrawn_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `consents_once` ON `consents` (`subject_kind`,`subject_id`,`kind`,`version`,`withdrawn_at`);