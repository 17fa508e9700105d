CREATE TABLE `push_subscriptions` (
	`session_id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`endpoint` text NOT NULL,
	`p256dh` text NOT NULL,
	`auth` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscriptions_endpoint` ON `push_subscriptions` (`endpoint`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_member` ON `push_subscriptions` (`member_id`);--> statement-breakpoint
CREATE TRIGGER `push_subscriptions_session_ended` AFTER UPDATE OF `revoked_at` ON `sessions` WHEN new.`revoked_at` IS NOT NULL BEGIN DELETE FROM `push_subscriptions` WHERE `session_id` = new.`id`; END;
--> statement-breakpoint
CREATE TRIGGER `push_subscriptions_member_away` AFTER UPDATE OF `state` ON `members` WHEN new.`state` <> 'complete' BEGIN DELETE FROM `push_subscriptions` WHERE `member_id` = new.`id`; END;
