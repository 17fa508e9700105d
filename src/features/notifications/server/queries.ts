import { eq } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { members, profiles } from '#db/schema.ts'
import { avatarUrl } from '#shared/avatar.ts'
import type { Sender } from '../rules.ts'

/** Name and portrait of whoever a notification is about, or null when they are gone. */
export async function findSender(db: Database, memberId: string): Promise<Sender | null> {
  const row = await db
    .select({ firstName: members.firstName, avatar: profiles.avatar })
    .from(members)
    .leftJoin(profiles, eq(profiles.memberId, members.id))
    .where(eq(members.id, memberId))
    .get()
  return row ? { firstName: row.firstName, icon: avatarUrl(row.avatar) } : null
}
