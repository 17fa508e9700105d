CREATE TABLE `order_news` (
	`order_id` text NOT NULL,
	`event` text NOT NULL,
	`created_at` integer NOT NULL,
	`claimed_until` integer DEFAULT 0 NOT NULL,
	`sent_at` integer,
	`email_token` text,
	PRIMARY KEY(`order_id`, `event`),
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `order_news_unsent` ON `order_news` (`created_at`) WHERE sent_at is null;