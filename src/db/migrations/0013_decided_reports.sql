CREATE TABLE `encounter_pauses` (
	`member_id` text PRIMARY KEY NOT NULL,
	`paused_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `reports` ADD `decided_by` text;--> statement-breakpoint
ALTER TABLE `reports` ADD `decision_reason` text;