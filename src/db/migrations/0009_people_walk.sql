DROP INDEX `profiles_active`;--> statement-breakpoint
ALTER TABLE `profiles` ADD `first_name` text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE `profiles` SET `first_name` = (SELECT `first_name` FROM `members` WHERE `id` = `member_id`);--> statement-breakpoint
CREATE INDEX `profiles_active` ON `profiles` (`discoverable`,`active_at`,`member_id`,`gender_mask`,`seeks_mask`,`birth_date`,`seeks_age_min`,`seeks_age_max`,`intent`,`visibility`,`shows_online`,`verified`);--> statement-breakpoint
CREATE INDEX `photos_shown` ON `photos` (`member_id`,`position`,`id`,`key`) WHERE state = 'approved';