import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { sessionActions } from '#features/auth/contract.ts'
import {
  request,
  type APIRequestContext,
  type APIResponse,
  type Browser,
  type BrowserContextOptions,
  type Page,
} from '@playwright/test'
import { matchPercent, pack } from '#features/quiz/rules.ts'
import { demoMembers } from '#seed/demo/crowd.ts'
import { suit } from '#seed/demo/member.ts'
import { quizAnswersOf } from '#seed/demo/quiz.ts'
import { demoRelations } from '#seed/demo/relations.ts'
import { consentStep } from '#features/legal/contract.ts'
import { likeActions, type LikeAnswer } from '#features/likes/contract.ts'
import { peoplePerPage } from '#features/nearby/contract.ts'
import { notificationActions, type NoticesRead } from '#features/notifications/contract.ts'
import { href } from '#shared/routing/href.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { routes } from '#shared/routing/routes.ts'
import type { BrowserServer } from './server.ts'
import { expect, presentServer, test } from './test.ts'

const password = 'kismet-demo-1'

/** Signs in without a password, for tests that are not about signing in. A member of the crowd is claimed. */
export async function signIn(page: Page, email: string): Promise<void> {
  if (/-\d{1,3}@/.test(email)) claim({ email })
  await signInUnclaimed(page, email)
}

/** As `signIn`, for a server whose members all belong to one spec. */
export async function signInUnclaimed(page: Page, email: string): Promise<void> {
  await presentServer().signInAt(page.context(), email)
}

/**
 * Signs in as the form's script would, without loading the page. It ends the session that the browser had, and makes the browser a
 * known device, of which the member is notified.
 */
export async function signInByPassword(page: Page, email: string): Promise<void> {
  await post(page, sessionActions.signIn.path, { email, password })
}

/** Signs in a new member who owes their consents: the page is at the step that asks for them. */
export async function openConsentStep(page: Page, server: BrowserServer, locale: LocaleCode): Promise<void> {
  await signInOwing(page, server)
  await showConsentStep(page, locale)
}

/** Signs in a new member who owes their consents. */
export async function signInOwing(page: Page, server: BrowserServer): Promise<void> {
  const { id } = await server.addMember('Robin')
  await server.ageConsents(id)
  await server.signIn(page.context(), id)
}

/** The step that asks for consents, in a browser of somebody who owes them. */
export async function showConsentStep(page: Page, locale: LocaleCode): Promise<void> {
  await page.goto(href(routes.signIn, {}, { locale, query: { step: consentStep } }), { waitUntil: 'domcontentloaded' })
  await expect(page.locator('[name="shown"]')).toBeAttached()
}

/** Two members who match, and their conversation. */
export type Pair = { one: Person; other: Person; conversation: string }
export type Person = { id: string; email: string; firstName: string }

/**
 * Records that this spec uses a member of the crowd, whom another spec's test would find changed, because the tests of a process
 * share a server. Throws if another spec uses them.
 */
function claim(...members: readonly Pick<Person, 'email'>[]): void {
  const spec = basename(test.info().file)
  for (const { email } of members) {
    const note = join(process.env['SEEDED_STATE'] ?? '', `of-${email}`)
    try {
      writeFileSync(note, spec, { flag: 'wx' })
    } catch {
      const owner = readFileSync(note, 'utf8')
      if (owner !== spec) throw new Error(`${email} is of ${owner}: take another index`)
    }
  }
}

/** The compatibility of two demo members by the quiz, 0 to 1. */
export function demoMatch(one: string, other: string): number {
  const answersOf = (email: string) => pack(quizAnswersOf({ email, state: 'complete' }))
  return (matchPercent(answersOf(one), answersOf(other)) ?? NaN) / 100
}

/** Two new members who match, with their empty conversation. No page of theirs brings it up, and no other test likes them. */
export async function newPair(server: BrowserServer): Promise<Pair> {
  const [one, other] = [await server.addMember('Robin'), await server.addMember('Alex')]
  return { one, other, conversation: await matchAs(server, one, other) }
}

/** Two members like each other, without a page; returns their conversation. The first has seen the match, so it comes over no page. */
export async function matchAs(server: BrowserServer, one: Person, other: Person): Promise<string> {
  await likeAs(server, one, other)
  const { conversationId } = await likeAs(server, other, one)
  if (conversationId === undefined) throw new Error('Two likes are no match')
  const calls = await callsOf(server, one)
  try {
    await seeMatch(calls, conversationId)
  } finally {
    await calls.dispose()
  }
  return conversationId
}

/** Marks the notification of a match that somebody else has made as read, once there is one. `api`: calls as its reader. */
export async function seeMatch(api: APIRequestContext, conversation: string): Promise<void> {
  const see = async (): Promise<NoticesRead> =>
    (await postBy(api, notificationActions.read.path, { id: `match:${conversation}` })).json()
  await expect.poll(see).toMatchObject({ wasUnread: true })
}

/** One likes the other, without a page. */
export async function likeAs(server: BrowserServer, one: Person, { id }: Person): Promise<LikeAnswer> {
  const calls = await callsOf(server, one)
  try {
    return await (await postBy(calls, likeActions.like.path, { id })).json()
  } finally {
    await calls.dispose()
  }
}

/** Calls as a member, without a page; must be disposed of. */
export async function callsOf({ url, sessionOf }: BrowserServer, { id }: Pick<Person, 'id'>): Promise<APIRequestContext> {
  return request.newContext({ baseURL: url, storageState: { cookies: await sessionOf(id), origins: [] } })
}

/**
 * Two demo members who match for this test, signed in on two pages, with their new conversation; each test takes its own index.
 */
export async function freshPair(page: Page, otherPage: Page, index: number): Promise<Pair> {
  const free = freeMembers()
  const at = 2 * index
  const { one, other } = await signInBoth(page, free[at], otherPage, free[at + 1])
  await post(page, likeActions.like.path, { id: other.id })
  const answer = await post(otherPage, likeActions.like.path, { id: one.id })
  const { conversationId }: LikeAnswer = await answer.json()
  if (conversationId === undefined) throw new Error('Two likes are no match')
  await seeMatch(page.request, conversationId)
  return { one, other, conversation: conversationId }
}

/** Two demo members without any tie, signed in on two pages; counted from the opposite end to the pairs above. */
export async function strangers(page: Page, otherPage: Page, index: number): Promise<{ one: Person; other: Person }> {
  const free = freeMembers().toReversed()
  const at = 2 * index
  return signInBoth(page, free[at], otherPage, free[at + 1])
}

/** The two of `strangers`, whom the test signs in itself or who only act by calls. */
export function namesOfStrangers(index: number): { one: Person; other: Person } {
  const [one, other] = freeMembers()
    .toReversed()
    .slice(2 * index, 2 * index + 2)
  if (!one || !other) throw new Error('There are not so many free members')
  claim(one, other)
  return { one, other }
}

/** As `strangers`, each on a page in their own context. */
export async function meet(browser: Browser, index: number, options: BrowserContextOptions = {}) {
  const context = () => browser.newContext({ baseURL: new URL(process.env['BASE_URL'] ?? '').origin, ...options })
  const [page, otherPage] = [await (await context()).newPage(), await (await context()).newPage()]
  return { page, otherPage, ...(await strangers(page, otherPage, index)) }
}

/** A member of the crowd who fits many others, on a page in their own context; each test takes its own index. */
export async function meetMany(browser: Browser, index: number, options: BrowserContextOptions = {}): Promise<Page> {
  const members = demoMembers()
  const suited = (one: Person) => {
    const own = members.find(({ id }) => id === one.id)
    return own ? members.filter((other) => other.state === 'complete' && suit(own, other)).length : 0
  }
  // Skips the members of the pairs above.
  const member = freeMembers()
    .toReversed()
    .slice(134, 160)
    .filter((one) => suited(one) > 2 * peoplePerPage)[index]
  if (!member) throw new Error('There are not so many members whom many suit')
  const context = await browser.newContext({ baseURL: new URL(process.env['BASE_URL'] ?? '').origin, ...options })
  const page = await context.newPage()
  claim(member)
  await presentServer().signIn(context, member.id)
  return page
}

/**
 * Three demo members, of whom the first suits the other two. No member is in two groups, but they are in the pairs above, so they
 * are free only on a separate server.
 */
export function suitedGroup(index: number): Person[] {
  const group = suitedGroups()[index]
  if (!group) throw new Error('There are not so many members who suit each other')
  return group
}

function suitedGroups(): Person[][] {
  const members = demoMembers()
  const free = freeMembers().flatMap(({ id }) => members.find((member) => member.id === id) ?? [])
  const used = new Set<string>()
  return free.flatMap((one) => {
    if (used.has(one.id)) return []
    const others = free.filter((other) => !used.has(other.id) && suit(one, other)).slice(0, 2)
    if (others.length < 2) return []
    const group = [one, ...others]
    for (const { id } of group) used.add(id)
    return [group]
  })
}

/** Members of the crowd who have no match. */
function freeMembers(): Person[] {
  const members = demoMembers()
  const taken = new Set(demoRelations(members).matches.flatMap(({ members: both }) => both.map(({ id }) => id)))
  return members.filter(({ id, state, email }) => state === 'complete' && !taken.has(id) && /-\d+@/.test(email))
}

async function signInBoth(page: Page, one: Person | undefined, otherPage: Page, other: Person | undefined) {
  if (!one || !other) throw new Error('There are not so many free members')
  claim(one, other)
  await presentServer().signIn(page.context(), one.id)
  await presentServer().signIn(otherPage.context(), other.id)
  return { one, other }
}

/** Sends an action without using the page, as another tab of the same browser would. */
export async function post(page: Page, action: string, data: Record<string, unknown>): Promise<APIResponse> {
  return postBy(page.request, action, data)
}

/** Sends an action by calls without a page. */
export async function postBy(api: APIRequestContext, action: string, data: Record<string, unknown>): Promise<APIResponse> {
  // The server closes idle connections: a call that meets one resets, and is sent again.
  const answer = await api.post(action, { data, headers: sameOrigin(), maxRetries: 1 })
  expect(answer.ok(), `${action} answers ${answer.status()}: ${await answer.text()}`).toBe(true)
  return answer
}

export function sameOrigin() {
  return { Origin: new URL(process.env['BASE_URL'] ?? '').origin, 'Sec-Fetch-Site': 'same-origin' }
}
