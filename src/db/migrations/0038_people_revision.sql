ALTER TABLE `members` ADD `people_revision` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
CREATE TRIGGER `members_availability` AFTER UPDATE OF `state` ON `members` WHEN new.state <> old.state BEGIN
	UPDATE members SET people_revision = people_revision + 1 WHERE id IN (
		SELECT high_id FROM pairs WHERE low_id = new.id UNION SELECT low_id FROM pairs WHERE high_id = new.id
		UNION SELECT to_id FROM likes WHERE from_id = new.id
		UNION SELECT to_id FROM chat_requests WHERE from_id = new.id UNION SELECT from_id FROM chat_requests WHERE to_id = new.id
	);
END;
--> statement-breakpoint
CREATE TRIGGER `profiles_availability` AFTER UPDATE OF `discoverable` ON `profiles` WHEN new.discoverable <> old.discoverable BEGIN
	UPDATE members SET people_revision = people_revision + 1 WHERE id IN (
		SELECT high_id FROM pairs WHERE low_id = new.member_id UNION SELECT low_id FROM pairs WHERE high_id = new.member_id
		UNION SELECT to_id FROM likes WHERE from_id = new.member_id
	);
END;
--> statement-breakpoint
CREATE TRIGGER `blocks_availability` AFTER INSERT ON `blocks` BEGIN
	UPDATE members SET people_revision = people_revision + 1 WHERE id IN (new.blocker_id, new.blocked_id);
END;
