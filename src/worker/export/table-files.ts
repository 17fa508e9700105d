/** Names of the export's data files: those of the tables. Each has a title under `export.tables`. */
export const tableFiles = [
  'members',
  'sessions',
  'identities',
  'passkeys',
  'factor_passkeys',
  'email_changes',
  'push_subscriptions',
  'consents',
  'profiles',
  'photos',
  'verifications',
  'quiz_answers',
  'likes',
  'passes',
  'chat_requests',
  'pairs',
  'blocks',
  'visits',
  'profile_views',
  'favourites',
  'boosts',
  'gifts',
  'reports',
  'encounter_pauses',
  'restrictions',
  'public_profiles',
  'contact_messages',
  'entitlements',
  'carts',
  'cart_lines',
  'orders',
  'order_lines',
  'payments',
  'refunds',
  'promo_uses',
  'inbox',
  'notifications',
  'preferences',
  'bookings',
  'talk_languages',
  'conversation',
  'messages',
  'conversation_photos',
] as const
export type TableFile = (typeof tableFiles)[number]

/** Returns the file of a table; throws if it has no title yet. */
export function tableFileOf(table: string): TableFile {
  const file = tableFiles.find((each) => each === table)
  if (!file) throw new Error(`No title under export.tables: ${table}`)
  return file
}
