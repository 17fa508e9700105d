CREATE TABLE `factor_passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`passkey_id` text NOT NULL,
	`member_id` text NOT NULL,
	`enrolled_at` integer NOT NULL,
	`accepted_at` integer,
	`accepted_by` text,
	FOREIGN KEY (`passkey_id`) REFERENCES `passkeys`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `second_factors`(`member_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `factor_passkeys_passkey` ON `factor_passkeys` (`passkey_id`);--> statement-breakpoint
CREATE INDEX `factor_passkeys_member` ON `factor_passkeys` (`member_id`);--> statement-breakpoint
ALTER TABLE `email_changes` ADD `passkeys_since` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `members` ADD `sign_ins` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `members` ADD `passkey_refused_at` integer;--> statement-breakpoint
ALTER TABLE `passkey_challenges` ADD `purpose` text DEFAULT 'sign-in' NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `factor_kind` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `passkey_id` text;