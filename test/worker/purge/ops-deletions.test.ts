import { env } from 'cloudflare:test'
import { expect, it } from 'vitest'
import { opsActions } from '#features/ops/contract.ts'
import { purgeAccounts } from '#worker/purge/purge-accounts.ts'
import { createMember } from '#test/support/worker/members.ts'
import { createMatch } from '#test/support/worker/match.ts'
import { breakHub, mendHub } from '#test/support/worker/objects.ts'
import { dayMs, deleteAccount } from '#test/support/worker/purge.ts'
import { createModerator } from '#test/support/worker/staff.ts'

it('/ops/deletions shows what is due, running, done and failed, without ids', async () => {
  const operator = await createModerator('operator')
  const { anna, ben } = await createMatch()
  const [fresh, due] = [await createMember(), await createMember()]
  await deleteAccount(anna.id, 31 * dayMs)
  await deleteAccount(fresh.id)
  await breakHub(ben.id)
  expect(await purgeAccounts(env, Date.now())).toMatchObject({ rows: 1, failed: 1 })
  await deleteAccount(due.id, 30 * dayMs)
  const page = await (await operator.get(opsActions.showDeletions.path)).text()
  const text = page.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
  expect(text).toMatch(
    /Within their 30 days 1 Due, not begun 1 Running 0 Failed, tried again every five minutes 1 Done in the last 30 days 0/,
  )
  expect(text).toContain('conversations 1')
  for (const { id } of [anna, fresh, due]) expect(page).not.toContain(id)

  await mendHub(ben.id)
  expect(await purgeAccounts(env, Date.now())).toEqual({ rows: 2, failed: 0 })
  expect((await (await operator.get(opsActions.showDeletions.path)).text()).replaceAll(/<[^>]+>|\s+/g, ' ')).toMatch(
    /Done in the last 30 days\s+2/,
  )
})
