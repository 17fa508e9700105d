import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createMessageReader } from '#shared/i18n/packed-messages.ts'
import { locales } from '#shared/i18n/locales.ts'
import type { Namespace } from '#shared/i18n/messages.ts'
import { appModules, requireAppBuild, WORKER_DIR } from '../scripts/bench/app-build.ts'

requireAppBuild()

/** An isolate compiles every module when it starts, whether it is ever imported or not (docs/decisions/013). */
describe('what an isolate reads when it starts', () => {
  test('at most 1,460 KB of script', async () => {
    const scripts = (await appModules()).filter((path) => path.endsWith('.js'))
    const bytes = scripts.reduce((total, path) => total + readFileSync(join(WORKER_DIR, path)).length, 0)
    expect(bytes).toBeLessThanOrEqual(1_460_000)
  })

  test('every message of every locale, as data', async () => {
    const codes = locales.map(({ code }) => code)
    const packed = codes.map((code) => [code, new Uint8Array(readFileSync(join(WORKER_DIR, `messages/${code}.bin`))).buffer])
    const read = createMessageReader(Object.fromEntries(packed))
    for (const code of codes) {
      for (const file of readdirSync(`locales/${code}`)) {
        const namespace = file.replace('.json', '') as Namespace
        expect(await read(code, namespace), `${code}/${file}`).toEqual(
          JSON.parse(readFileSync(`locales/${code}/${file}`, 'utf8')),
        )
      }
    }
  })
})
