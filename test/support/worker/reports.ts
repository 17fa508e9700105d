import { and, eq } from 'drizzle-orm'
import { reports } from '#db/schema.ts'
import { reportActions, type EncounterSource } from '#features/reports/contract.ts'
import { writeReport } from '#features/reports/server/public.ts'
import { db, postJson, type TestMember } from './members.ts'
import { newId } from './realtime-client.ts'

/** A report by the form, at the head of the queue, whatever other tests have left there. Returns its id. */
export async function fileReport(from: TestMember, about: TestMember, fields: Record<string, unknown> = {}): Promise<string> {
  const answer = await postJson(from, reportActions.report.path, {
    id: about.id,
    source: 'profile',
    category: 'spam',
    text: '',
    ...fields,
  })
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
  const [row] = await db
    .update(reports)
    .set({ createdAt: 1000 })
    .where(and(eq(reports.reporterId, from.id), eq(reports.reportedId, about.id)))
    .returning({ id: reports.id })
  return row?.id ?? ''
}

type Encounter = { now?: number; source?: EncounterSource }

/** A report of an encounter, as the features for strangers make it: the last messages and no profile. Returns its id. */
export async function reportEncounter(
  from: { id: string },
  about: { id: string },
  { now = Date.now(), source = 'anonymous' }: Encounter = {},
): Promise<string> {
  const [id, conversation] = [newId(), newId()]
  const isWritten = await writeReport(db, {
    id,
    source,
    category: 'harassment',
    text: '',
    pair: { reporterId: from.id, other: about.id, conversation },
    profile: null,
    messages: { conversation, left: 0, messages: [{ seq: 1, from: about.id, text: 'an ugly line', sentAt: now - 1000 }] },
    now,
  })
  if (!isWritten) throw new Error('The report was not written')
  return id
}
