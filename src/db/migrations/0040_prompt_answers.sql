ALTER TABLE `profiles` ADD `about_language` text;--> statement-breakpoint
ALTER TABLE `profiles` ADD `prompt_answers` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `public_profiles` ADD `prompts` text DEFAULT '[]' NOT NULL;