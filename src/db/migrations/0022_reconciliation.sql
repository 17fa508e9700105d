CREATE TABLE `payment_differences` (
	`id` text PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`kind` text NOT NULL,
	`order_id` text NOT NULL,
	`currency` text NOT NULL,
	`ours` integer NOT NULL,
	`theirs` integer NOT NULL,
	`found_at` integer NOT NULL,
	`seen_at` integer NOT NULL,
	`ended_at` integer,
	`closed_at` integer,
	`closed_by` text,
	`note` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_differences_payment` ON `payment_differences` (`session_id`,`kind`);--> statement-breakpoint
CREATE INDEX `payment_differences_unsettled` ON `payment_differences` (`found_at`) WHERE ended_at is null and closed_at is null;--> statement-breakpoint
CREATE INDEX `payment_differences_found` ON `payment_differences` (`found_at`);--> statement-breakpoint
CREATE TABLE `reconciliations` (
	`day` text PRIMARY KEY NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	`step` text NOT NULL,
	`cursor` text,
	`payments` integer DEFAULT 0 NOT NULL,
	`orders` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE `payments` ADD `disputes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `payments` ADD `listed_at` integer;--> statement-breakpoint
ALTER TABLE `sandbox_payments` ADD `disputes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `sandbox_payments_created` ON `sandbox_payments` (`created_at`,`session_id`);--> statement-breakpoint
CREATE INDEX `orders_placed` ON `orders` (`placed_at`,`id`);--> statement-breakpoint
CREATE INDEX `orders_state` ON `orders` (`state`,`placed_at`,`id`);