DROP INDEX `gifts_undelivered`;--> statement-breakpoint
ALTER TABLE `gifts` ADD `returned_at` integer;--> statement-breakpoint
CREATE INDEX `gifts_undelivered` ON `gifts` (`sent_at`) WHERE delivered_at is null and returned_at is null;--> statement-breakpoint
ALTER TABLE `orders` ADD `gift_conversation_id` text;