-- Names from before the rule: of characters that cannot be seen, or with piles of marks that cover their neighbours. Both are
-- removed, as from a name that is typed today; who has no other character becomes 'somebody' in their own language until they
-- enter a name. Marks: those that fit every script, three or more in a row. Not seen: fillers, selectors, joiners of graphemes.
-- A pattern has at most 50 bytes on D1.
UPDATE `members` SET `first_name` = coalesce(
	nullif(trim((
		WITH RECURSIVE `kept` (`place`, `text`) AS (
			SELECT 1, ''
			UNION ALL
			SELECT `place` + 1, `text` || CASE
				WHEN unicode(substr(`members`.`first_name`, `place`, 1)) IN (847, 4447, 4448, 6068, 6069, 12644, 65440) THEN ''
				WHEN unicode(substr(`members`.`first_name`, `place`, 1)) BETWEEN 65024 AND 65039 THEN ''
				WHEN unicode(substr(`members`.`first_name`, `place`, 1)) BETWEEN 768 AND 879 THEN ''
				WHEN unicode(substr(`members`.`first_name`, `place`, 1)) BETWEEN 6832 AND 6911 THEN ''
				WHEN unicode(substr(`members`.`first_name`, `place`, 1)) BETWEEN 7616 AND 7679 THEN ''
				WHEN unicode(substr(`members`.`first_name`, `place`, 1)) BETWEEN 8400 AND 8447 THEN ''
				WHEN unicode(substr(`members`.`first_name`, `place`, 1)) BETWEEN 65056 AND 65071 THEN ''
				ELSE substr(`members`.`first_name`, `place`, 1)
			END
			FROM `kept` WHERE `place` <= length(`members`.`first_name`)
		)
		SELECT `text` FROM `kept` ORDER BY `place` DESC LIMIT 1
	)), ''),
	CASE `locale`
		WHEN 'uk' THEN 'Хтось' WHEN 'pl' THEN 'Ktoś' WHEN 'tr' THEN 'Birisi' WHEN 'es' THEN 'Alguien' WHEN 'pt' THEN 'Alguém'
		WHEN 'ro' THEN 'Cineva' WHEN 'cs' THEN 'Někdo' WHEN 'de' THEN 'Jemand' WHEN 'fr' THEN 'Quelqu’un' ELSE 'Somebody'
	END
)
WHERE `first_name` GLOB '*[͏ᅟᅠ឴឵ㅤﾠ︀-️]*'
	OR `first_name` GLOB '*[̀-ͯ][̀-ͯ][̀-ͯ]*'
	OR `first_name` GLOB '*[᪰-᫿][᪰-᫿][᪰-᫿]*'
	OR `first_name` GLOB '*[᷀-᷿][᷀-᷿][᷀-᷿]*'
	OR `first_name` GLOB '*[⃐-⃿][⃐-⃿][⃐-⃿]*'
	OR `first_name` GLOB '*[︠-︯][︠-︯][︠-︯]*';
--> statement-breakpoint
UPDATE `profiles` SET `first_name` = (SELECT `first_name` FROM `members` WHERE `id` = `profiles`.`member_id`)
WHERE `first_name` GLOB '*[͏ᅟᅠ឴឵ㅤﾠ︀-️]*'
	OR `first_name` GLOB '*[̀-ͯ][̀-ͯ][̀-ͯ]*'
	OR `first_name` GLOB '*[᪰-᫿][᪰-᫿][᪰-᫿]*'
	OR `first_name` GLOB '*[᷀-᷿][᷀-᷿][᷀-᷿]*'
	OR `first_name` GLOB '*[⃐-⃿][⃐-⃿][⃐-⃿]*'
	OR `first_name` GLOB '*[︠-︯][︠-︯][︠-︯]*';
