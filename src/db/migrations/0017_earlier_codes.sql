CREATE TABLE `registration_codes` (
	`link_hash` text PRIMARY KEY NOT NULL,
	`registration_id` text NOT NULL,
	`code_hash` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`registration_id`) REFERENCES `registrations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `registration_codes_registration` ON `registration_codes` (`registration_id`);--> statement-breakpoint
ALTER TABLE `one_time_codes` ADD `earlier_codes` text DEFAULT '[]' NOT NULL;