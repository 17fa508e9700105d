-- Tables that are their own primary key's index: the schema cannot say it. No table is renamed, because triggers name them.
CREATE TABLE `former_likes` AS SELECT * FROM `likes`;
--> statement-breakpoint
DROP TABLE `likes`;
--> statement-breakpoint
CREATE TABLE `likes` (
	`from_id` text NOT NULL,
	`to_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`withdrawn_at` integer,
	PRIMARY KEY(`from_id`, `to_id`),
	FOREIGN KEY (`from_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`to_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `likes` SELECT * FROM `former_likes` ORDER BY 1, 2;
--> statement-breakpoint
DROP TABLE `former_likes`;
--> statement-breakpoint
CREATE INDEX `likes_from_time` ON `likes` (`from_id`,`created_at`);
--> statement-breakpoint
CREATE INDEX `likes_to_time` ON `likes` (`to_id`,`created_at`);
--> statement-breakpoint
CREATE TABLE `former_passes` AS SELECT * FROM `passes`;
--> statement-breakpoint
DROP TABLE `passes`;
--> statement-breakpoint
CREATE TABLE `passes` (
	`from_id` text NOT NULL,
	`to_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`from_id`, `to_id`),
	FOREIGN KEY (`from_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`to_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `passes` SELECT * FROM `former_passes` ORDER BY 1, 2;
--> statement-breakpoint
DROP TABLE `former_passes`;
--> statement-breakpoint
CREATE INDEX `passes_to` ON `passes` (`to_id`,`expires_at`);
--> statement-breakpoint
CREATE TABLE `former_visits` AS SELECT * FROM `visits`;
--> statement-breakpoint
DROP TABLE `visits`;
--> statement-breakpoint
CREATE TABLE `visits` (
	`visitor_id` text NOT NULL,
	`visited_id` text NOT NULL,
	`last_at` integer NOT NULL,
	`count` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`visitor_id`, `visited_id`),
	FOREIGN KEY (`visitor_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`visited_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `visits` SELECT * FROM `former_visits` ORDER BY 1, 2;
--> statement-breakpoint
DROP TABLE `former_visits`;
--> statement-breakpoint
CREATE INDEX `visits_visited` ON `visits` (`visited_id`,`last_at`);