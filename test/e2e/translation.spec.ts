import type { Page } from '@playwright/test'
import { chatActions } from '#features/chat/contract.ts'
import { profileActions } from '#features/profile/contract.ts'
import { href } from '#shared/routing/href.ts'
import type { LocaleCode } from '#shared/i18n/locales.ts'
import { routes } from '#shared/routing/routes.ts'
import { violationsOf } from '../support/browser/accessibility.ts'
import { callsOf, newPair, postBy, type Pair } from '../support/browser/demo.ts'
import { hydrated } from '../support/browser/pages.ts'
import type { BrowserServer } from '../support/browser/server.ts'
import { expect, test } from '../support/browser/test.ts'
import { textsOf } from '../support/browser/texts.ts'

const about = 'Piekę chleb.\nLubię deszcz.'
// By patterns, because texts are found in any case.
const [original, translation] = [/Piekę chleb\./, /PIEKĘ CHLEB\./]
const answer = 'Do Gdańska'
const message = 'Cześć, lubisz chleb?'

declare global {
  /** What the stand-in does at the next call; a test moves a download by itself. */
  var standIn: {
    availability: string | null
    fails: string | null
    download: ((loaded: number) => void) | null
    created: string[]
    asked: number
  }
}

/**
 * A stand-in for the browser's own translation: it puts every text into capitals. That of the tests' browser never answers, because it has
 * no language packs. Null: a browser without translation.
 */
async function offerTranslation(page: Page, availability: 'available' | 'downloadable' | 'unavailable' | null): Promise<void> {
  await page.addInitScript((initial) => {
    globalThis.standIn = { availability: initial, fails: null, download: null, created: [], asked: 0 }
    const translators = {
      async availability() {
        globalThis.standIn.asked += 1
        return globalThis.standIn.availability
      },
      async create(options: {
        sourceLanguage: string
        targetLanguage: string
        monitor: (download: EventTarget) => void
        signal: AbortSignal
      }) {
        const { standIn } = globalThis
        standIn.created.push(`${options.sourceLanguage} ${options.targetLanguage}`)
        if (standIn.availability === 'downloadable') {
          const download = new EventTarget()
          options.monitor(download)
          await new Promise<void>((resolve, reject) => {
            options.signal.addEventListener('abort', () => reject(options.signal.reason))
            standIn.download = (loaded) => {
              download.dispatchEvent(new ProgressEvent('downloadprogress', { lengthComputable: true, loaded, total: 1 }))
              if (standIn.fails) reject(new DOMException('', standIn.fails))
              else if (loaded === 1) resolve()
            }
          })
          standIn.availability = 'available'
        }
        return {
          async translate(text: string) {
            if (standIn.fails) throw new DOMException('', standIn.fails)
            return text.toUpperCase()
          },
        }
      },
    }
    Object.defineProperty(globalThis, 'Translator', { value: initial === null ? undefined : translators, configurable: true })
  }, availability)
}

/** All that a page sends: addresses, bodies and frames of sockets. The list grows. */
function noteSent(page: Page): readonly string[] {
  const sent: string[] = []
  page.on('request', (request) => void sent.push(`${request.url()} ${request.postData() ?? ''}`))
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => void sent.push(String(payload))))
  return sent
}

/** The second of the pair writes in Polish, about themselves and to the first. */
async function writeInPolish(server: BrowserServer, { other, conversation }: Pair): Promise<void> {
  const calls = await callsOf(server, other)
  await postBy(calls, profileActions.words.path, {
    revision: 1,
    only: 'about',
    about,
    aboutLanguage: 'pl',
    'see-about': 'everyone',
  })
  await postBy(calls, profileActions.answer.path, { prompt: 'night-train', text: answer, language: 'pl', see: 'everyone' })
  await postBy(calls, chatActions.send.path, { conversation, cid: crypto.randomUUID(), text: message })
  await calls.dispose()
}

async function openPair(page: Page, server: BrowserServer): Promise<Pair> {
  const pair = await newPair(server)
  await writeInPolish(server, pair)
  await server.signIn(page.context(), pair.one.id)
  return pair
}

const profileOf = ({ other }: Pair, locale: LocaleCode) => href(routes.profileInfo, { id: other.id }, { locale })
const talkOf = ({ conversation }: Pair, locale: LocaleCode) =>
  href(routes.messages, {}, { locale, query: { chat: conversation } })

for (const [locale, viewport] of [
  ['en', { width: 1440, height: 900 }],
  ['uk', { width: 390, height: 844 }],
] as const)
  test(`texts in a language that the reader does not speak are translated on the device, after a download that is asked for (${locale})`, async ({
    page,
    server,
  }) => {
    const { t } = textsOf(locale)
    await page.setViewportSize(viewport)
    await offerTranslation(page, 'downloadable')
    const sent = noteSent(page)
    const pair = await openPair(page, server)
    await page.goto(profileOf(pair, locale))
    const own = page.getByRole('region', { name: t('profile.about.title', { name: pair.other.firstName }) })
    const start = own.getByRole('button', { name: t('translation.start') })
    const download = own.getByRole('button', { name: t('translation.download') })
    await expect(own.getByText(original)).toHaveAttribute('lang', 'pl')
    await expect(own.getByText(t('profile.writtenIn.named', { language: t('profile.language.pl') }))).toBeVisible()
    await expect(page.getByRole('button', { name: t('translation.start') })).toHaveCount(2)

    await test.step('the download is asked for, and the question can be left', async () => {
      await start.click()
      await expect(own.getByText(t('translation.ask'))).toBeVisible()
      await expect(download).toBeFocused()
      expect(await violationsOf(page)).toEqual([])
      await own.getByRole('button', { name: t('translation.notNow') }).click()
      await expect(start).toBeFocused()
      expect(await page.evaluate(() => globalThis.standIn.created)).toEqual([])
    })
    await test.step('its progress is shown, and it can be stopped', async () => {
      await start.click()
      await download.click()
      await expect.poll(() => page.evaluate(() => globalThis.standIn.download !== null)).toBe(true)
      await page.evaluate(() => globalThis.standIn.download?.(0.42))
      const progress = own.getByRole('progressbar', { name: t('translation.downloading') })
      await expect(progress).toHaveAttribute('value', '0.42')
      await expect(own.getByText(/42/)).toBeVisible()
      expect(await violationsOf(page)).toEqual([])
      await own.getByRole('button', { name: t('translation.stop') }).click()
      await expect(start).toBeFocused()
    })
    await test.step('a lost download is said in words', async () => {
      await start.click()
      await download.click()
      await expect.poll(() => page.evaluate(() => globalThis.standIn.created.length)).toBe(2)
      await page.evaluate(() => {
        globalThis.standIn.fails = 'NetworkError'
        globalThis.standIn.download?.(0.5)
        globalThis.standIn.fails = null
      })
      await expect(own.getByText(t('translation.failed.download'))).toBeVisible()
    })
    await test.step('the translation takes the place of the text, and gives it back', async () => {
      await start.click()
      await download.click()
      await expect.poll(() => page.evaluate(() => globalThis.standIn.created.length)).toBe(3)
      await page.evaluate(() => globalThis.standIn.download?.(1))
      await expect(own.getByText(translation)).toBeVisible()
      await expect(own.getByText(translation)).not.toHaveAttribute('lang')
      await expect(own.getByText(t('translation.done'))).toBeVisible()
      await expect(own.getByText(original)).toHaveCount(0)
      expect(await violationsOf(page)).toEqual([])
      await own.getByRole('button', { name: t('translation.original') }).click()
      await expect(own.getByText(original)).toBeVisible()
      await expect(start).toBeFocused()
      expect(await page.evaluate(() => globalThis.standIn.created.at(-1))).toBe(`pl ${locale}`)
    })
    await test.step('another text of that language needs no further question', async () => {
      await page
        .getByRole('button', { name: t('translation.start') })
        .last()
        .click()
      await expect(page.getByText('DO GDAŃSKA')).toBeVisible()
      expect(await page.evaluate(() => globalThis.standIn.created.length)).toBe(3)
    })
    expect(
      sent.filter((text) => /piek|chleb|gda/i.test(decodeURIComponent(text))),
      'no text leaves the device',
    ).toEqual([])
    expect(sent.length).toBeGreaterThan(10)
  })

test('an answer on a card of people nearby is translated in place, and the card stays closed', async ({ page, server }) => {
  const { t } = textsOf('en')
  await offerTranslation(page, 'available')
  const [reader, writer] = [await server.addMember('Robin'), await server.addMember('Alex')]
  await server.bringTogether([reader.id, writer.id])
  const calls = await callsOf(server, writer)
  await postBy(calls, profileActions.answer.path, { prompt: 'night-train', text: answer, language: 'pl', see: 'everyone' })
  await calls.dispose()
  await server.signIn(page.context(), reader.id)
  await page.goto(href(routes.peopleNearby, {}, { locale: 'en' }))
  await hydrated(page)
  const address = page.url()
  const card = page.getByRole('article').filter({ hasText: writer.firstName })
  await expect(card.getByText(t('profile.writtenIn.named', { language: t('profile.language.pl') }))).toBeVisible()
  await card.getByRole('button', { name: t('translation.start') }).click()
  await expect(card.getByText('DO GDAŃSKA', { exact: true })).toBeVisible()
  await card.getByRole('button', { name: t('translation.original') }).click()
  await expect(card.getByText(answer, { exact: true })).toBeVisible()
  expect(page.url()).toBe(address)
})

test('messages of somebody whose text is in such a language are translated, too, and what cannot be is said', async ({
  page,
  server,
}) => {
  const locale = 'en'
  const { t } = textsOf(locale)
  await offerTranslation(page, 'available')
  const pair = await openPair(page, server)
  const own = await callsOf(server, pair.one)
  await postBy(own, chatActions.send.path, { conversation: pair.conversation, cid: crypto.randomUUID(), text: 'Hello' })
  await own.dispose()
  await page.goto(talkOf(pair, locale))
  const log = page.getByRole('log')
  const start = log.getByRole('button', { name: t('translation.start') })
  await expect(log.getByText(message)).toBeVisible()
  await expect(start, 'only beside what the other has written').toHaveCount(1)
  await page.evaluate(() => (globalThis.standIn.fails = 'QuotaExceededError'))
  await start.click()
  await expect(log.getByText(t('translation.failed.tooLong'))).toBeVisible()
  await page.evaluate(() => (globalThis.standIn.fails = 'UnknownError'))
  await start.click()
  await expect(log.getByText(t('translation.failed.other'))).toBeVisible()
  await page.evaluate(() => (globalThis.standIn.fails = null))
  await start.click()
  await expect(log.getByText(message.toUpperCase())).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await log.getByRole('button', { name: t('translation.original') }).click()
  await expect(log.getByText(message, { exact: true })).toBeVisible()
})

test('nothing is offered, and no code for it loads, without the browser’s own translation or such a text', async ({
  page,
  server,
}) => {
  const { t } = textsOf('en')
  const scripts: string[] = []
  page.on('request', (request) => void scripts.push(request.url()))
  const pair = await openPair(page, server)
  const offers = page.getByRole('button', { name: t('translation.start') })
  await offerTranslation(page, null)
  for (const path of [profileOf(pair, 'en'), talkOf(pair, 'en')]) {
    await page.goto(path)
    await hydrated(page)
    await expect(offers).toHaveCount(0)
  }
  await offerTranslation(page, 'available')
  for (const path of [profileOf(pair, 'pl'), talkOf(pair, 'pl')]) {
    await page.goto(path)
    await hydrated(page)
    await expect(page.getByText(textsOf('pl').t('translation.start'))).toHaveCount(0)
  }
  expect(scripts.filter((url) => url.includes('translate-control'))).toEqual([])
  await offerTranslation(page, 'unavailable')
  await page.goto(profileOf(pair, 'en'))
  await expect.poll(() => page.evaluate(() => globalThis.standIn.asked)).toBeGreaterThan(0)
  await expect(offers).toHaveCount(0)
})
