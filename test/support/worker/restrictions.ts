import { restrictions } from '#db/schema.ts'
import { db } from './members.ts'
import { newId } from './realtime-client.ts'

const longAheadMs = 20 * 60_000

/** Restricts a member as after a talk with a stranger: their account is closed, but others do not see that yet. */
export async function restrictUnseen(
  { id: memberId }: { id: string },
  values: Partial<typeof restrictions.$inferInsert> = {},
): Promise<void> {
  const now = Date.now()
  await db.insert(restrictions).values({
    id: newId(),
    memberId,
    rule: 'scam',
    facts: 'On Monday you asked three members for money.',
    decidedBy: 'person',
    createdAt: now,
    hidesAt: now + longAheadMs,
    formerState: 'complete',
    ...values,
  })
}
