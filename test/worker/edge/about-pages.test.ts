import { SELF } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { likesPerDay } from '#features/likes/contract.ts'
import { faqGroups } from '#features/site/rules.ts'
import { brand } from '#shared/brand.ts'
import { loadMessages } from '#shared/i18n/load.ts'
import { createTranslator, type Translator } from '#shared/i18n/translator.ts'
import { findRoute } from '#shared/routing/match.ts'
import { routes } from '#shared/routing/routes.ts'
import { origin } from '#test/support/worker/realtime-client.ts'

let translator: Translator
beforeAll(async () => {
  translator = createTranslator('en', await loadMessages('en', ['about', 'services', 'faq']), { timeZone: 'UTC' })
})

const decode = (html: string) =>
  html
    .replace(/<[^>]*>/g, '')

    .replaceAll('&amp;', '&')
/** Any path of one segment may be a city's. */
const isPage = (path: string) => (findRoute(path)?.route.key ?? routes.city.key) !== routes.city.key
const all = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([, found = '']) => found)

async function open(path: string) {
  const response = await SELF.fetch(origin + path, { redirect: 'manual', headers: { 'Accept-Language': 'en-GB' } })
  const html = await response.text()
  return {
    status: response.status,
    html,
    main: html.slice(html.indexOf('<main'), html.indexOf('</main>')),
    title: all(html, /<title>([^<]*)</g).join(),
    description: all(html, /<meta name="description" content="([^"]*)"/g).join(),
    facts: all(html, /<script type="application\/ld\+json">([^<]*)</g).map((json): unknown => JSON.parse(json)),
  }
}

describe.each(['about', 'services', 'faq'] as const)('the page /%s', (name) => {
  it('has one heading, and a title and a description that fit into a list of results', async () => {
    const { status, html, title, description } = await open(routes[name].path)
    expect(status).toBe(200)
    expect(all(html, /<(h1)\b/g)).toHaveLength(1)
    expect(title).toBe(`${translator.t(`${name}.title`)} · ${brand.name}`)
    expect(title.length - ` · ${brand.name}`.length).toBeGreaterThanOrEqual(20)
    expect(title.length - ` · ${brand.name}`.length).toBeLessThanOrEqual(50)
    expect(description).toBe(translator.t(`${name}.description`))
    expect(description.length).toBeGreaterThanOrEqual(110)
    expect(description.length).toBeLessThanOrEqual(155)
  })

  it('links to pages that are there, to parts of its own, and to sign-up or the contact form', async () => {
    const { html, main } = await open(routes[name].path)
    const links = all(main, /<a\b[^>]*\bhref="([^"]+)"/g)
    const ids = all(html, /\bid="([^"]+)"/g)
    expect(new Set(ids).size).toBe(ids.length)
    const dead = links.filter((link) =>
      link.startsWith('#') ? !ids.includes(link.slice(1)) : !link.startsWith('mailto:') && !isPage(link.replace(/\?.*/, '')),
    )
    expect(dead).toEqual([])
    expect([routes.signUp.path, routes.contactUs.path].some((path) => links.includes(path))).toBe(true)
  })

  it('names each part by a heading of its own', async () => {
    const { main } = await open(routes[name].path)
    const parts = all(main, /<section\b[^>]*aria-labelledby="([^"]+)"/g)
    expect(parts.length).toBeGreaterThan(1)
    expect(parts).toEqual(all(main, /<h2 id="([^"]+)"/g))
  })
})

it('the questions are facts for search engines as they are on the page, and each answer can be linked to', async () => {
  const { main, facts } = await open(routes.faq.path)
  const questions = faqGroups.flatMap((group) => group.questions)
  const shown = [...main.matchAll(/<h3>(.*?)<\/h3>.*?<p id="(\w+)">(.*?)<\/p>/gs)]
  expect(shown.map(([, , anchor]) => anchor)).toEqual(questions.map((question) => question.split('.').at(-1)))
  const mainEntity = shown.map(([, title = '', , text = '']) => ({
    '@type': 'Question',
    name: decode(title),
    acceptedAnswer: { '@type': 'Answer', text: decode(text) },
  }))
  expect(facts).toEqual([
    { '@context': 'https://schema.org', '@type': 'FAQPage', inLanguage: translator.locale.lang, mainEntity },
  ])
})

it('the number of likes on the page of services is that of the program', async () => {
  const { main } = await open(routes.services.path)
  expect(decode(main)).toContain(translator.tn('services.likes.fact', likesPerDay))
})
