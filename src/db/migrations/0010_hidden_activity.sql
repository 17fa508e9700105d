UPDATE `profiles` SET `active_at` = `active_at` - `active_at` % 86400000 WHERE `shows_online` = 0;
