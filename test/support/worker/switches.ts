import { expect, vi } from 'vitest'
import type { PageData } from '#shared/bootstrap.ts'
import type { ErrorBody } from '#shared/errors.ts'
import type { SwitchName } from '#shared/routing/switches.ts'
import type { TestMember } from './members.ts'
import { openPage, payloadPath } from './pages.ts'
import { createModerator } from './staff.ts'

/** The switches are read once a minute. The clock only advances, because nothing known may come from the future. */
export function passMinute(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
}

/** Changes a switch as an operator does, and waits until every reader knows. */
export async function turn(name: SwitchName, to: 'off' | 'on'): Promise<void> {
  const operator = await createModerator('operator')
  const answer = await operator.submit(`/ops/switches/${name}`, { to, reason: 'A test needs it so' })
  expect(answer.headers.get('location')).toBe(`/ops/switches?done=switched-${to}`)
  passMinute()
}

type Visitor = Pick<TestMember, 'token'> | null

/** The closed page, as a document and as a payload: status, headers, title, text and link. */
export async function expectClosed(visitor: Visitor, path: string, texts: { title: string; text: string; to: string }) {
  const page = await openPage(visitor, path)
  expect([page.status, page.headers.get('retry-after'), page.headers.get('cache-control')], path).toEqual([
    503,
    '600',
    'no-store',
  ])
  const html = (await page.text()).replaceAll('&#x27;', "'")
  for (const text of [`<h1>${texts.title}</h1>`, texts.text, `href="${texts.to}"`]) expect(html).toContain(text)
  const payload = await openPage(visitor, payloadPath(path))
  expect([payload.status, payload.headers.get('retry-after')], path).toEqual([503, '600'])
  const { data } = await payload.json<{ data: PageData }>()
  expect(data).toMatchObject({
    page: 'not-found',
    title: texts.title,
    error: { status: 503, closed: { text: texts.text, action: { href: texts.to } } },
  })
}

/** The response to a refused call. */
export async function refusalOf(answer: Response): Promise<unknown[]> {
  const { error } = await answer.json<ErrorBody>()
  return [answer.status, error.code, error.message, error.retryAfterS]
}

export const closedAnswer = [503, 'closed', 'We’ve switched this off for now, and it’s nothing you did. Try again later.', 600]

export const statusOf = async (visitor: Visitor, path: string) => (await openPage(visitor, path)).status
