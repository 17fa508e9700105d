import type { Page } from '@playwright/test'
import { demoMembers } from '#db/seed/demo/crowd.ts'
import { demoLogins } from '#db/seed/demo/named.ts'
import { demoRelations } from '#db/seed/demo/relations.ts'
import { conversationIdOf } from '#features/chat/server/conversation-id.ts'
import { apiPaths } from '#shared/api-paths.ts'
import { expect } from './test.ts'

/** Signs a demo member in as the form's script would, without walking through the page. */
export async function signIn(page: Page, email: string): Promise<void> {
  const origin = new URL(process.env['BASE_URL'] ?? '').origin
  const response = await page.request.post(apiPaths.signIn, {
    data: { email, password: 'kismet-demo-1' },
    headers: { Origin: origin, 'Sec-Fetch-Site': 'same-origin' },
  })
  expect(response.ok()).toBe(true)
}

type Person = { email: string; firstName: string }

/** Two matched demo members with no part in any other test's story, and their conversation. Each test takes a pair of its own. */
export async function quietPair(index: number): Promise<{ one: Person; other: Person; conversation: string }> {
  const { matches } = demoRelations(demoMembers())
  const quiet = matches.filter(({ members }) => !members.some((member) => demoLogins.includes(member)))
  const [one, other] = quiet[index]?.members ?? []
  if (!one || !other) throw new Error(`There are only ${quiet.length} quiet pairs`)
  return { one, other, conversation: await conversationIdOf(one.id, other.id) }
}
