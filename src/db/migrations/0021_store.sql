CREATE TABLE `profile_views` (
	`member_id` text NOT NULL,
	`at` integer NOT NULL,
	`views` integer NOT NULL,
	PRIMARY KEY(`member_id`, `at`),
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `profile_views_at` ON `profile_views` (`at`);--> statement-breakpoint
CREATE TABLE `cart_lines` (
	`member_id` text NOT NULL,
	`product_id` text NOT NULL,
	`quantity` integer NOT NULL,
	`added_at` integer NOT NULL,
	PRIMARY KEY(`member_id`, `product_id`),
	FOREIGN KEY (`member_id`) REFERENCES `carts`(`member_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "cart_lines_quantity" CHECK("cart_lines"."quantity" between 1 and 20)
);
--> statement-breakpoint
CREATE INDEX `cart_lines_product` ON `cart_lines` (`product_id`);--> statement-breakpoint
CREATE TABLE `carts` (
	`member_id` text PRIMARY KEY NOT NULL,
	`currency` text,
	`promo_code` text,
	`revision` integer DEFAULT 1 NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `gifts` (
	`id` text PRIMARY KEY NOT NULL,
	`from_id` text NOT NULL,
	`to_id` text NOT NULL,
	`conversation_id` text NOT NULL,
	`kind` text NOT NULL,
	`sent_at` integer NOT NULL,
	`delivered_at` integer,
	`returned_at` integer,
	FOREIGN KEY (`from_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`to_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `gifts_from` ON `gifts` (`from_id`,`sent_at`);--> statement-breakpoint
CREATE INDEX `gifts_to` ON `gifts` (`to_id`,`sent_at`);--> statement-breakpoint
CREATE INDEX `gifts_undelivered` ON `gifts` (`sent_at`) WHERE delivered_at is null and returned_at is null;--> statement-breakpoint
CREATE TABLE `order_lines` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`position` integer NOT NULL,
	`product_id` text NOT NULL,
	`kind` text NOT NULL,
	`units` integer NOT NULL,
	`quantity` integer NOT NULL,
	`unit_price` integer NOT NULL,
	`gross` integer NOT NULL,
	`discount` integer NOT NULL,
	`paid` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `order_lines_order` ON `order_lines` (`order_id`,`position`);--> statement-breakpoint
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
CREATE INDEX `order_news_unsent` ON `order_news` (`created_at`) WHERE sent_at is null;--> statement-breakpoint
CREATE TABLE `orders` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text,
	`state` text NOT NULL,
	`idempotency_key` text NOT NULL,
	`cart_revision` integer NOT NULL,
	`currency` text NOT NULL,
	`country` text,
	`locale` text NOT NULL,
	`gross` integer NOT NULL,
	`discount` integer NOT NULL,
	`total` integer NOT NULL,
	`tax_rate` integer NOT NULL,
	`net` integer NOT NULL,
	`tax` integer NOT NULL,
	`promo_code` text,
	`gift_conversation_id` text,
	`receipt_number` integer,
	`placed_at` integer NOT NULL,
	`paid_at` integer,
	`version` integer DEFAULT 0 NOT NULL,
	`settlement` text,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `orders_key` ON `orders` (`member_id`,`idempotency_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `orders_receipt` ON `orders` (`receipt_number`);--> statement-breakpoint
CREATE INDEX `orders_member` ON `orders` (`member_id`,`placed_at`);--> statement-breakpoint
CREATE INDEX `orders_placed` ON `orders` (`placed_at`,`id`);--> statement-breakpoint
CREATE INDEX `orders_state` ON `orders` (`state`,`placed_at`,`id`);--> statement-breakpoint
CREATE INDEX `orders_pending` ON `orders` (`placed_at`) WHERE state = 'pending';--> statement-breakpoint
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
CREATE TABLE `payments` (
	`order_id` text PRIMARY KEY NOT NULL,
	`provider` text NOT NULL,
	`session_id` text,
	`intent_id` text,
	`status` text NOT NULL,
	`refunded` integer DEFAULT 0 NOT NULL,
	`dispute` text DEFAULT 'none' NOT NULL,
	`disputes` integer DEFAULT 0 NOT NULL,
	`listed_at` integer,
	`problem` text,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payments_session` ON `payments` (`provider`,`session_id`);--> statement-breakpoint
CREATE INDEX `payments_problem` ON `payments` (`updated_at`) WHERE problem is not null;--> statement-breakpoint
CREATE TABLE `prices` (
	`product_id` text NOT NULL,
	`currency` text NOT NULL,
	`amount` integer NOT NULL,
	PRIMARY KEY(`product_id`, `currency`),
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "prices_positive" CHECK("prices"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE `products` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`units` integer NOT NULL,
	`position` integer NOT NULL,
	`on_sale` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `promo_codes` (
	`code` text PRIMARY KEY NOT NULL,
	`percent` integer,
	`amounts` text,
	`uses_at_most` integer,
	`per_member_at_most` integer,
	`starts_at` integer,
	`ends_at` integer,
	`created_at` integer NOT NULL,
	CONSTRAINT "promo_codes_one" CHECK(("promo_codes"."percent" is null) <> ("promo_codes"."amounts" is null))
);
--> statement-breakpoint
CREATE TABLE `promo_uses` (
	`order_id` text PRIMARY KEY NOT NULL,
	`code` text NOT NULL,
	`member_id` text,
	`used_at` integer NOT NULL,
	`released_at` integer,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `promo_uses_code` ON `promo_uses` (`code`,`released_at`,`member_id`);--> statement-breakpoint
CREATE INDEX `promo_uses_member` ON `promo_uses` (`member_id`);--> statement-breakpoint
CREATE TABLE `provider_events` (
	`provider` text NOT NULL,
	`id` text NOT NULL,
	`type` text NOT NULL,
	`order_id` text NOT NULL,
	`settled_at` integer NOT NULL,
	PRIMARY KEY(`provider`, `id`),
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `provider_events_order` ON `provider_events` (`order_id`);--> statement-breakpoint
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
CREATE TABLE `refunds` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`cause` text NOT NULL,
	`amount` integer NOT NULL,
	`reason` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`accepted_at` integer,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_order` ON `refunds` (`order_id`);--> statement-breakpoint
CREATE INDEX `refunds_unsettled` ON `refunds` (`created_at`) WHERE accepted_at is null;--> statement-breakpoint
CREATE TABLE `sandbox_payments` (
	`session_id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`currency` text NOT NULL,
	`amount` integer NOT NULL,
	`status` text NOT NULL,
	`refunded` integer DEFAULT 0 NOT NULL,
	`dispute` text DEFAULT 'none' NOT NULL,
	`disputes` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sandbox_payments_created` ON `sandbox_payments` (`created_at`,`session_id`);--> statement-breakpoint
DROP INDEX `entitlements_member`;--> statement-breakpoint
ALTER TABLE `entitlements` ADD `seq` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `entitlements_member` ON `entitlements` (`member_id`,`seq`);--> statement-breakpoint
ALTER TABLE `members` ADD `premium_until` integer;--> statement-breakpoint
ALTER TABLE `profiles` ADD `shows_premium` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `boosts` ADD `gain` text;--> statement-breakpoint
CREATE INDEX `boosts_uncounted` ON `boosts` (`ends_at`) WHERE gain is null;