import { sessionActions } from '#features/auth/contract.ts'
import { favouriteActions } from '#features/favourites/contract.ts'
import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test'
import { and, eq, inArray } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { consents, members } from '#db/schema.ts'
import {
  legalActions,
  consentDocuments,
  consentStep,
  legalVersion,
  type ConsentKind,
  type ConsentStepProps,
} from '#features/legal/contract.ts'
import { shownAs } from '#features/legal/rules.ts'
import { describeConsent, operatorOf } from '#features/legal/server/public.ts'
import { href } from '#shared/routing/href.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { routeList, routes } from '#shared/routing/routes.ts'
import { createApp } from '#worker/app.ts'
import { countingDatabase } from '#test/support/worker/counting-database.ts'
import { createMember, db, postForm, postJson, type TestMember } from '#test/support/worker/members.ts'
import { openPage, payloadPath, readPayload } from '#test/support/worker/pages.ts'
import { connect, newId, origin } from '#test/support/worker/realtime-client.ts'
import { join, Visitor } from '#test/support/worker/visitor.ts'

const present = (kind: ConsentKind) => legalVersion(consentDocuments[kind])
const both: ConsentKind[] = ['terms', 'sensitive-data']

/** Address of the step that asks a member again; `next`: the page that they were on their way to. */
const step = (next?: string, locale: LocaleCode = 'en') => href(routes.signIn, {}, { locale, query: { step: consentStep, next } })

/** A member who agreed when these texts had another version. */
async function owing(
  kinds: readonly ConsentKind[] = both,
  member: Partial<typeof members.$inferInsert> = {},
): Promise<TestMember> {
  const person = await createMember({ member, profile: { discoverable: false } })
  await db
    .update(consents)
    .set({ version: '0.9' })
    .where(and(eq(consents.subjectId, person.id), inArray(consents.kind, [...kinds])))
  return person
}

const consentsOf = async (id: string) =>
  (
    await db
      .select()
      .from(consents)
      .where(and(eq(consents.subjectKind, 'member'), eq(consents.subjectId, id)))
  ).map(({ kind, version, locale, textHash, givenAt }) => ({ kind, version, locale, textHash, givenAt }))
const versionsOf = async (id: string) => (await consentsOf(id)).map(({ kind, version }) => `${kind} ${version}`).sort()

/** Returns what the step's form says it showed. */
const shownIn = async (locale: LocaleCode, kinds = both) =>
  (await Promise.all(kinds.map(async (kind) => shownAs(await describeConsent(kind, locale, operatorOf(env)))))).join()
const presentVersions = both.map((kind) => `${kind} ${present(kind)}`)
const shown = await shownIn('en')
const agreed = { terms: 'on', sensitiveData: 'on', shown }

/** Returns what the step's form sends with its button, as it stands on the page. */
const hiddenFields = (html: string): [string, string][] =>
  [...(html.match(/<form[^>]*consents".*?<\/form>/s)?.[0] ?? '').matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)]
    .map(([, name = '', value = '']): [string, string] => [name, value.replaceAll('&amp;', '&')])
    .filter(([name]) => name !== 'plain')
const pathOf = (response: Response) => response.headers.get('location')?.replace(origin, '')

const memberPages = routeList.filter(({ auth, path }) => auth === 'required' && !path.includes(':')).map(({ path }) => path)

describe('a member who agreed to an older version', () => {
  it('is led to the step from every page of theirs, with the way back', async () => {
    const member = await owing()
    for (const path of [...memberPages, `/profile-info/${member.id}`, '/messages?chat=x'])
      expect(pathOf(await openPage(member, path)), path).toBe(step(path))
    expect(pathOf(await openPage(member, '/uk/likes'))).toBe(step('/uk/likes', 'uk'))
  })

  it('is led there by a page’s payload, too', async () => {
    const answer = await openPage(await owing(), payloadPath('/likes?tab=sent'))
    expect(await answer.json()).toMatchObject({ redirect: step('/likes?tab=sent') })
  })

  it.each(both)('is asked for the one text that is new: %s', async (kind) => {
    const member = await owing([kind])
    expect(pathOf(await openPage(member, '/likes'))).toBe(step('/likes'))
    const { props } = await readPayload<ConsentStepProps>(member, step('/likes'))
    expect(props.consent?.texts.map((text) => text.kind)).toEqual([kind])
    expect(props.consent?.next).toBe('/likes')
  })

  it('is led there from pages for guests and from the sign-in page, whose remembered page stays remembered', async () => {
    const member = await owing()
    for (const path of ['/sign-up', '/terms-and-conditions', '/privacy-policy', '/sign-in', '/email-verify'])
      expect(pathOf(await openPage(member, path)), path).toBe(step())
    expect(pathOf(await openPage(member, '/sign-in?next=%2Flikes'))).toBe(step('/likes'))
    expect(pathOf(await openPage(member, '/sign-in?next=%2F%2Fevil.example'))).toBe(step())
  })

  it('is asked before the questionnaire asks for anything', async () => {
    const member = await owing(both, { state: 'incomplete' })
    expect(pathOf(await openPage(member, '/questionnaire'))).toBe(step())
    expect(pathOf(await postForm(member, legalActions.agreeAgain.path, agreed))).toBe('/questionnaire')
    expect((await openPage(member, '/questionnaire')).status).toBe(200)
  })

  it('reads what is new, both texts and their dates on the step itself, without a script', async () => {
    const html = await (await openPage(await owing(), step('/likes', 'de'))).text()
    expect(html).toMatch(/lang="de/)
    for (const name of ['terms', 'sensitiveData']) expect(html).toMatch(new RegExp(`<input[^>]*name="${name}"`))
    expect(html).toContain(`action="${legalActions.agreeAgain.path}"`)
    expect(html).toContain(`action="${sessionActions.signOut.path}"`)
    expect(html).toContain('mailto:')
    expect(html).not.toContain('data-hydrate=')
    for (const section of ['terms-s9', 'sensitive-data-s6', 'privacy-s1', 'privacy-transfer', 'privacy-s8'])
      expect(html).toContain(`id="${section}"`)
    expect(html).toMatch(/Version \d+\.\d+, gültig seit/)
    // The privacy policy is to be read, not to be agreed to.
    expect(html.match(/type="checkbox"/g)).toHaveLength(2)
  })

  it('takes a change of address back, whatever is owed', async () => {
    expect((await openPage(await owing(), '/sign-in?step=undo&t=x')).status).toBe(200)
    expect(pathOf(await openPage(await owing(), '/likes?step=undo&t=x'))).toBe(step('/likes?step=undo&t=x'))
  })

  it('signs out, and reaches what is no page: files, pictures, health', async () => {
    const member = await owing()
    for (const path of ['/healthz', `/avatars/${member.id}.svg`, '/sounds/notification.mp3'])
      expect(pathOf(await openPage(member, path)), path).toBeUndefined()
    expect(pathOf(await postForm(member, sessionActions.signOut.path, {}))).toBe('/')
    expect(pathOf(await openPage(member, '/likes'))).toBe('/sign-in?next=%2Flikes')
  })

  it('goes on calling actions and talking over live connections', async () => {
    const [member, other] = [await owing(), await createMember()]
    expect((await openPage(member, sessionActions.current.path)).status).toBe(200)
    expect((await postJson(member, favouriteActions.keep.path, { id: other.id })).status).toBe(200)
    const conversation = newId()
    await env.CONVERSATION.getByName(conversation).open({ kind: 'direct', members: [member.id, other.id], at: Date.now() })
    const client = await connect(member.id, member.sid)
    await client.enter(conversation)
    await client.say(conversation, 'before')
    expect(pathOf(await openPage(member, '/likes'))).toBe(step('/likes'))
    await client.say(conversation, 'after')
    await client.until(
      () =>
        client
          .messages()
          .map(({ text }) => text)
          .join() === 'before,after',
      'both messages',
    )
  })

  it('costs the gate no question to the database more', async () => {
    const app = createApp()
    const ask = async (member: TestMember, path: string) => {
      const counting = countingDatabase()
      const context = createExecutionContext()
      const headers = { authorization: `Bearer ${member.token}` }
      const response = await app.fetch(new Request(origin + path, { headers }), { ...env, DB: counting.db }, context)
      await response.arrayBuffer()
      await waitOnExecutionContext(context)
      return { status: response.status, asked: counting.count(), statements: counting.statements() }
    }
    const [member, other] = [await owing(), await createMember()]
    await ask(other, '/likes') // the first request reads the table of redirects
    const open = await ask(other, '/likes')
    const refused = await ask(member, '/likes')
    expect([open.status, refused.status]).toEqual([200, 302])
    expect([open.asked, refused.asked]).toEqual([1, 1])
    expect(refused.statements).toBe(open.statements)
    expect(await ask(member, step('/likes'))).toMatchObject({ status: 200, asked: 1 })
  })
})

describe('agreeing again', () => {
  it('stores version, language, hash and time as a sign-up does, beside the older ones, and leads back', async () => {
    const member = await owing()
    const before = Date.now()
    const answer = await postForm(
      member,
      legalActions.agreeAgain.path,
      { ...agreed, shown: await shownIn('uk'), next: '/uk/messages?chat=x' },
      { referer: `${origin}${step('/uk/messages?chat=x', 'uk')}` },
    )
    expect([answer.status, pathOf(answer)]).toEqual([303, '/uk/messages?chat=x'])
    expect(await versionsOf(member.id)).toEqual([...both.map((kind) => `${kind} 0.9`), ...presentVersions].sort())
    for (const kind of both) {
      const { version, locale, textHash } = await describeConsent(kind, 'uk', operatorOf(env))
      const stored = (await consentsOf(member.id)).find((row) => row.kind === kind && row.version === version)
      expect(stored).toMatchObject({ locale, textHash })
      expect(stored?.givenAt).toBeGreaterThanOrEqual(before)
    }
    expect((await openPage(member, '/likes')).status).toBe(200)
    expect(pathOf(await openPage(member, step('/likes')))).toBe('/likes')
  })

  it('asks for the new text alone, and a script gets the address as JSON', async () => {
    const member = await owing(['terms'])
    const answer = await postJson(member, legalActions.agreeAgain.path, { terms: true, shown: await shownIn('en', ['terms']) })
    expect([answer.status, await answer.json()]).toEqual([200, { redirect: '/people-nearby' }])
    expect(await versionsOf(member.id)).toEqual(['terms 0.9', ...presentVersions].sort())
  })

  it('needs each checkbox, and says which is missing on the step itself', async () => {
    const member = await owing()
    const visitor = new Visitor()
    visitor.cookies.set('__Host-access', member.token)
    const refused = await visitor.submit(legalActions.agreeAgain.path, [['terms', 'on'], ['shown', shown]], { referer: origin + step('/likes') }) // prettier-ignore
    expect([refused.status, pathOf(refused)]).toEqual([303, step('/likes')])
    const html = await (await visitor.get(step('/likes'))).text()
    expect(html.match(/aria-invalid="true"/g)).toHaveLength(1)
    expect(html).toMatch(
      /<input[^>]*aria-invalid="true"[^>]*name="sensitiveData"|<input[^>]*name="sensitiveData"[^>]*aria-invalid="true"/,
    )
    expect(await versionsOf(member.id)).toEqual(both.map((kind) => `${kind} 0.9`).sort())
    expect((await postJson(member, legalActions.agreeAgain.path, { shown })).status).toBe(422)
  })

  it('takes no agreement to a text that the member has not been shown', async () => {
    const member = await owing()
    const [terms = '', sensitiveData = ''] = shown.split(',')
    const others = [
      'terms 0.9,sensitive-data 0.9',
      presentVersions.join(),
      terms,
      `${terms},${sensitiveData.replace(' en ', ' xx ')}`,
      // The version in force with other words, and the words of another language.
      `${terms},${sensitiveData.slice(0, -1)}${sensitiveData.endsWith('0') ? '1' : '0'}`,
      `${terms.replace(' en ', ' de ')},${sensitiveData}`,
    ]
    for (const other of others) {
      const answer = await postForm(member, legalActions.agreeAgain.path, { ...agreed, shown: other, next: '/likes' })
      expect(pathOf(answer), other).toBe(step('/likes'))
    }
    expect(await versionsOf(member.id)).toEqual(both.map((kind) => `${kind} 0.9`).sort())
  })

  it('stores the language that was read and keeps the way back, for a browser that says nothing of either', async () => {
    const member = await owing()
    const visitor = new Visitor()
    visitor.cookies.set('__Host-access', member.token)
    const fields = hiddenFields(await (await visitor.get(step('/de/likes', 'de'))).text())
    expect(Object.fromEntries(fields)).toMatchObject({ shown: await shownIn('de'), next: '/de/likes' })
    visitor.cookies.delete('locale')
    const silent = { 'accept-language': 'fr' }
    const refused = await visitor.submit(legalActions.agreeAgain.path, [...fields, ['terms', 'on']], silent)
    expect(pathOf(refused)).toBe(step('/de/likes', 'de'))
    expect(await versionsOf(member.id)).toHaveLength(2)
    const taken = await visitor.submit(
      legalActions.agreeAgain.path,
      [...fields, ['terms', 'on'], ['sensitiveData', 'on']],
      silent,
    )
    expect(pathOf(taken)).toBe('/de/likes')
    for (const kind of both) {
      const text = await describeConsent(kind, 'de', operatorOf(env))
      expect(await consentsOf(member.id)).toContainEqual({ ...text, givenAt: expect.any(Number) })
    }
  })

  it('stores nothing twice, and nothing for those who owe none', async () => {
    const member = await owing()
    await Promise.all([
      postForm(member, legalActions.agreeAgain.path, agreed),
      postForm(member, legalActions.agreeAgain.path, agreed),
    ])
    expect(await versionsOf(member.id)).toHaveLength(4)
    expect(pathOf(await postForm(member, legalActions.agreeAgain.path, { ...agreed, next: '/likes' }))).toBe('/likes')
    expect(await versionsOf(member.id)).toHaveLength(4)
  })

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example', '/sign-in?step=consent'])(
    'never leads to %s',
    async (next) => {
      expect(pathOf(await postForm(await owing(), legalActions.agreeAgain.path, { ...agreed, next }))).toBe('/people-nearby')
    },
  )

  it('is for members alone', async () => {
    expect((await postJson(null, legalActions.agreeAgain.path, agreed)).status).toBe(401)
    const restricted = await owing(both, { state: 'restricted' })
    expect((await postJson(restricted, legalActions.agreeAgain.path, agreed)).status).toBe(403)
  })
})

describe('nobody else is asked', () => {
  let visitor: Visitor
  beforeAll(async () => {
    ;({ visitor } = await join())
  })

  it('who has just joined has agreed to the texts in force', async () => {
    expect((await visitor.get('/questionnaire')).status).toBe(200)
  })

  it('a guest who opens the step signs in there', async () => {
    const response = await openPage(null, step('/likes'))
    expect(response.status).toBe(200)
    expect(await response.text()).toContain(`action="${sessionActions.signIn.path}"`)
  })
})

it('the texts on the pages name who runs the deployment', async () => {
  const vars = { OPERATOR_NAME: 'Thread Ltd', OPERATOR_ADDRESS: '1 High Street, Bath', OPERATOR_EMAIL: 'post@thread.example' }
  // The deployment needs an origin of its own, because pages for guests are cached by origin.
  const deployment = { ...env, ...vars, PUBLIC_ORIGIN: 'https://thread.example' }
  const read = async (path: string, token?: string) => {
    const context = createExecutionContext()
    const request = new Request(origin + path, { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } })
    const html = await (await createApp().fetch(request, deployment, context)).text()
    await waitOnExecutionContext(context)
    return html
  }
  for (const route of [routes.termsAndConditions, routes.privacyPolicy, routes.dataProcessingConsent])
    expect(await read(href(route, {}, { locale: 'de' })), route.key).toContain('Betrieben von: Thread Ltd, 1 High Street, Bath')
  const asked = await read(step('/likes', 'de'), (await owing()).token)
  expect(asked).toContain('Betrieben von: Thread Ltd, 1 High Street, Bath')
  expect(asked).toContain('mailto:post@thread.example')
  expect(await (await openPage(null, '/de/terms-and-conditions')).text()).not.toContain('Betrieben von')
})
