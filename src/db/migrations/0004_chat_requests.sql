CREATE TABLE `chat_requests` (
	`conversation_id` text PRIMARY KEY NOT NULL,
	`from_id` text NOT NULL,
	`to_id` text NOT NULL,
	`state` text NOT NULL,
	`cid` text NOT NULL,
	`text` text,
	`sent_at` integer NOT NULL,
	`state_at` integer NOT NULL,
	`settled_at` integer,
	FOREIGN KEY (`from_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`to_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "chat_requests_two" CHECK("chat_requests"."from_id" <> "chat_requests"."to_id")
);
--> statement-breakpoint
CREATE INDEX `chat_requests_from` ON `chat_requests` (`from_id`,`sent_at`);--> statement-breakpoint
CREATE INDEX `chat_requests_to` ON `chat_requests` (`to_id`,`state`);--> statement-breakpoint
CREATE INDEX `chat_requests_expiring` ON `chat_requests` (`state`,`sent_at`);--> statement-breakpoint
CREATE INDEX `chat_requests_unsettled` ON `chat_requests` (`state_at`) WHERE settled_at is null;