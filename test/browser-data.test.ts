import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import legal from '#locales/en/legal.json' with { type: 'json' }
import { listedCookies } from '#features/legal/rules.ts'
import { libraryCookies, pixelCookie } from '#features/pixel/contract.ts'
import { cookieNames } from '#server/cookies.ts'
import { localeCookie } from '#shared/i18n/locales.ts'
import { browserData } from '#shared/browser/browser-data.ts'
import { isPersonal, personalKeys } from '#shared/browser/storage-keys.ts'

/** The files that may name a storage of the browser, and what each may name. The service worker has caches of its own. */
const owners: Readonly<Record<string, RegExp>> = {
  'src/ui/browser/stores.ts': /localStorage|sessionStorage/,
  'src/ui/browser/databases.ts': /indexedDB|caches/,
  'src/client/time-zone.ts': /document\.cookie/,
}
const storages =
  /\b(?:localStorage|sessionStorage|indexedDB|document\.cookie|cookieStore)\b|(?:globalThis|window|self)\.caches\b|(?<![.\w?] ?)caches\.(?:open|keys|has|match|delete)\b/g

const withoutComments = (source: string) => source.replaceAll(/\/\*[^]*?\*\/|(?<=\s)\/\/.*/g, '')

test('one module reads and writes the browser’s storages, so that no page dies of one that is missing', () => {
  const files = globSync(['src/{client,ui,shared,pages,layouts}/**/*.{ts,tsx}', 'src/features/**/ui/**/*.{ts,tsx}'])
  const found = files
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .flatMap((path) => {
      const source = withoutComments(readFileSync(path, 'utf8'))
      const isLocal = /const caches = findCaches\(\)/.test(source)
      return [...source.matchAll(storages)]
        .map(([name]) => name)
        .filter((name) => !owners[path]?.test(name) && !(isLocal && name.startsWith('caches')))
        .map((name) => `${path}: ${name}`)
    })
  expect(found).toEqual([])
  // The rule would hold of nothing if the files had moved.
  expect(Object.keys(owners).filter((path) => !files.includes(path))).toEqual([])
})

test('what goes with the session is what the table says', () => {
  for (const area of ['local', 'session'] as const) {
    const ofArea = browserData.filter((datum) => datum.area === area)
    const personal = ofArea.filter(({ ends }) => ends === 'session').map(({ name }) => name)
    expect([...personal].sort()).toEqual([...personalKeys[area]].sort())
    for (const { name, ends } of ofArea) expect(isPersonal(area, name), name).toBe(ends === 'session')
  }
})

const section = (readFileSync('docs/data.md', 'utf8').split("## In the member's browser\n")[1] ?? '').split('\n## ')[0] ?? ''
const rows = [...section.matchAll(/^\| (\w[^|]*?)\s*\| `([^`]+)`\s*\| ([^|]*?)\s*\| ([^|]*?)\s*\|$/gm)]
const areas = { local: 'local storage', session: 'session storage', database: 'IndexedDB', cache: 'cache', cookie: 'cookie' }
const ends = {
  session: 'sign-out, end of the session',
  build: 'the next build',
  expiry: 'its time',
  tab: 'end of the tab',
  never: 'only by its owner',
}

test('the table of docs/data.md is that of the program', () => {
  expect(rows.map(([, area, name, , until]) => `${area} ${name} ${until}`)).toEqual(
    browserData.map((datum) => `${areas[datum.area]} ${datum.name} ${ends[datum.ends]}`),
  )
})

test('every cookie is in the table', () => {
  const listed = browserData.filter(({ area }) => area === 'cookie').map(({ name }) => name)
  const set = [...Object.values(cookieNames), localeCookie.name, pixelCookie.name, ...libraryCookies, 'tz']
  expect([...listed].sort()).toEqual(set.sort())
  expect(Object.values(listedCookies).filter((name) => !set.includes(name))).toEqual([])
})

/** The words of the cookies policy that stand for each entry. Files of a build say nothing of anybody: every browser has the same. */
const saidAs: Readonly<Record<string, string>> = {
  'local drafts:': 'drafts of messages and of changes to your details',
  'local outbox': 'messages that have not been sent yet',
  'local offline': 'copies of your inbox',
  'local visits': 'how often you have visited',
  'local notifyPlayed': 'which notifications have already played a sound',
  'local install-refused': 'whether you said ‘Not now’ to installing the app',
  'local push-refused': 'or to push notifications',
  'local notifyID': 'the notification sound you chose',
  'session previous-path': 'which page you came from',
  'session listed-people': 'which people were listed there',
  'session last-pass': 'who you passed on last',
  'session chunk-reload': 'that the page has just been reloaded',
  'database outbox': 'messages that have not been sent yet, with their photos',
  'cache private:': 'copies of your inbox and of the conversations you have opened',
}

test('the cookies policy names all of it, and what goes with the session under ‘until you sign out’ or a shorter time', () => {
  const items = legal.cookies.sections.s4.text.split('\n')
  const said = browserData.filter(({ area, name }) => area !== 'cookie' && name !== 'build:')
  expect(said.map(({ area, name }) => `${area} ${name}`)).toEqual(Object.keys(saidAs))
  for (const { area, name, ends } of said) {
    const item = items.find((line) => line.includes(saidAs[`${area} ${name}`] ?? '\0'))
    const until =
      area === 'session' ? 'until you close the tab' : ends === 'session' ? 'until you sign out' : 'until you clear it'
    expect(item, name).toContain(until)
  }
})
