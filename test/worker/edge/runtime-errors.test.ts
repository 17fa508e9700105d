import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ErrorBody } from '#shared/errors.ts'
import { loadMessages } from '#shared/i18n/load.ts'
import { createTranslator } from '#shared/i18n/translator.ts'
import { routes } from '#shared/routing/routes.ts'
import { createApp } from '#worker/app.ts'
import { linesOf, watchLog } from '#test/support/worker/log.ts'
import { createMember } from '#test/support/worker/members.ts'
import { payloadPath } from '#test/support/worker/pages.ts'
import { origin } from '#test/support/worker/realtime-client.ts'

let lines: string[] = []
beforeEach(() => {
  lines = watchLog()
})
afterEach(() => void vi.restoreAllMocks())

const app = createApp()

async function openAs({ token }: { token: string }, path: string, changed: object = {}): Promise<Response> {
  const context = createExecutionContext()
  const request = new Request(origin + path, { headers: { authorization: `Bearer ${token}` }, redirect: 'manual' })
  const response = await app.fetch(request, { ...env, ...changed }, context)
  await waitOnExecutionContext(context)
  return response
}

const failures = () => linesOf(lines, 'request-failed')

test('an unknown rule of a route is thrown: nobody gets the page, and the log names the rule and the cure', async () => {
  const member = await createMember()
  const { likes } = routes
  expect((await openAs(member, likes.path)).status).toBe(200)
  try {
    Object.assign(likes, { rules: ['moonlight'] })
    const response = await openAs(member, likes.path)
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('moonlight')
  } finally {
    Reflect.deleteProperty(likes, 'rules')
  }
  expect(failures()).toMatchObject([
    {
      level: 'error',
      route: 'likes',
      code: 'internal',
      status: 500,
      stack: expect.stringMatching(/Unknown route rule: moonlight\. Add it to/),
    },
  ])
  expect((await openAs(member, likes.path)).status).toBe(200)
})

test('an error that no code has counts as 500: people read so in their language, and the log has its stack', async () => {
  const member = await createMember()
  const away = { DB: { prepare: () => { throw new Error('the disk is gone') } } } // prettier-ignore
  const { t } = createTranslator('de', await loadMessages('de', ['common']), { timeZone: 'UTC' })
  const path = `/de${routes.likes.path}`

  const document = await openAs(member, path, away)
  const html = await document.text()
  expect(document.status).toBe(500)
  for (const text of [t('common.failure.title'), t('common.error.internal'), document.headers.get('x-request-id')])
    expect(html).toContain(text)

  const payload = await openAs(member, payloadPath(path), away)
  const requestId = payload.headers.get('x-request-id')
  expect([payload.status, await payload.json<ErrorBody>()]).toEqual([
    500,
    { error: { code: 'internal', message: t('common.error.internal'), requestId } },
  ])
  for (const answer of [html, lines.join('\n')]) expect(answer).not.toContain(member.token)
  expect(html).not.toContain('the disk is gone')
  expect(failures().at(-1)).toMatchObject({
    code: 'internal',
    status: 500,
    requestId,
    stack: expect.stringContaining('the disk is gone'),
  })
})
