CREATE TABLE `job_failures` (
	`job` text PRIMARY KEY NOT NULL,
	`failures` integer NOT NULL,
	`since` integer NOT NULL,
	`last_at` integer NOT NULL
);
