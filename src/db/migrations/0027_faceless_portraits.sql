-- Members without a drawing of their own got the first one on offer, which looks like somebody. A figure without a face takes
-- its place; whoever chose that very drawing beside a photo can choose it again.
UPDATE `profiles` SET `avatar` = 'faceless'
WHERE `avatar` IN (
	'notionists:f-' || substr(`member_id`, 1, 8) || '-1-0',
	'notionists:m-' || substr(`member_id`, 1, 8) || '-1-0',
	'notionists:' || substr(`member_id`, 1, 8) || '-1-0'
) AND EXISTS (SELECT 1 FROM `photos` WHERE `photos`.`member_id` = `profiles`.`member_id`);
