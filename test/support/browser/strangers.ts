import type { BrowserContext, BrowserContextOptions } from '@playwright/test'
import { itemAt } from '#seed/demo/random.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { Talker } from './talker.ts'
import { expect, test as base, watchConsole } from './test.ts'
import { addSocketSwitch } from './transport.ts'
import { talkLanguages, type TalkLanguage } from '#features/encounters/contract.ts'

type Options = BrowserContextOptions & {
  /** Replaces the test's own language. */
  language?: LocaleCode
  polls?: boolean
  /** How far the browser's clock is ahead of the server's; negative if it is behind. */
  clockAheadMs?: number
}

type Fixtures = {
  /** Language of the pages that a test opens. */
  language: LocaleCode
  /** WebSockets fail, so that the pages poll. */
  polls: boolean
  /** A talk language that recent tests on this server have not used, so that no one meets a person left from them. */
  talkLanguage: TalkLanguage
  /** A new member in a separate browser, which closes with the test. */
  stranger: (firstName: string, options?: Options) => Promise<Talker>
  /** Two new members, Zelda and Quirin, in a chat. */
  chat: (options?: Options, otherOptions?: Options) => Promise<[Talker, Talker]>
}

let used = 0

export const test = base.extend<Fixtures>({
  language: ['en', { option: true }],
  polls: [false, { option: true }],
  // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright reads the fixtures that this one needs from it
  talkLanguage: async ({}, use) => use(itemAt(talkLanguages, used++ % talkLanguages.length)),
  stranger: async ({ browser, server, language, polls, allowed }, use) => {
    const contexts: BrowserContext[] = []
    const problems: (readonly string[])[] = []
    await use(async (firstName, { clockAheadMs = 0, language: own = language, polls: isPolling = polls, ...options } = {}) => {
      const context = await browser.newContext({ baseURL: server.url, ...options })
      contexts.push(context)
      problems.push(watchConsole(context, allowed))
      if (clockAheadMs !== 0) await setClock(context, clockAheadMs)
      if (isPolling) await addSocketSwitch(context, { isBlocked: true })
      const page = await context.newPage()
      const member = await server.addMember(firstName)
      await server.signIn(context, member.id)
      return new Talker({ page, locale: own, member })
    })
    for (const context of contexts) await context.close()
    expect(problems.flat()).toEqual([])
  },
  chat: async ({ stranger, talkLanguage }, use) => {
    await use(async (options = {}, otherOptions = options) => {
      const [zelda, quirin] = await Promise.all([stranger('Zelda', options), stranger('Quirin', otherOptions)])
      await zelda.look(talkLanguage)
      await zelda.waits()
      await quirin.look(talkLanguage)
      for (const each of [zelda, quirin]) await each.talks()
      return [zelda, quirin]
    })
  },
})

/** Dates are wrong on all pages of the context. Timers are not affected. */
async function setClock(context: BrowserContext, aheadMs: number): Promise<void> {
  await context.addInitScript((ahead) => {
    const Real = Date
    window.Date = new Proxy(Real, {
      construct: (_, given: unknown[]) => Reflect.construct(Real, given.length === 0 ? [Real.now() + ahead] : given),
      get: (target, key) => (key === 'now' ? () => Real.now() + ahead : Reflect.get(target, key)),
    })
  }, aheadMs)
}
