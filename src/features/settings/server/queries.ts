import { eq } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { members } from '#db/schema.ts'
import type { AppearanceId } from '#shared/bootstrap.ts'

export async function saveAppearance(db: Database, memberId: string, appearance: AppearanceId, now: number): Promise<void> {
  await db.update(members).set({ appearance, updatedAt: now }).where(eq(members.id, memberId))
}
