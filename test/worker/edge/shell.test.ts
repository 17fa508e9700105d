import { createExecutionContext, env } from 'cloudflare:test'
import { describe, expect, test } from 'vitest'
import { locales } from '#shared/i18n/locales.ts'
import { offlinePaths } from '#shared/service-worker.ts'
import { keepPromptScript } from '#ui/install/keep-prompt.ts'
import { createApp } from '#worker/app.ts'
import { origin } from '#test/support/worker/realtime-client.ts'

const app = createApp()
const hashOf = async (text: string) => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`
}
const ask = async (path: string, headers: HeadersInit = {}, bindings: object = env) =>
  app.fetch(new Request(origin + path, { headers }), { ...env, ...bindings }, createExecutionContext())

describe('what the service worker asks for by itself', () => {
  test.each(locales)(
    '$code has a shell without a session, a script but the one that its policy names, or a read of the database',
    async ({ code, lang }) => {
      const response = await ask(`${offlinePaths.shell}/${code}`, { cookie: '__Host-session=anything' }, { DB: undefined })
      const html = await response.text()
      expect(response.status).toBe(200)
      expect(html).toContain(`lang="${lang}"`)
      expect(html).toContain('"viewer":null')
      const scripts = [...html.matchAll(/<script(?![^>]*(?:type="application\/json"|src=))[^>]*>(.*?)<\/script>/gs)]
      const hashes = await Promise.all(scripts.map(([, text = '']) => hashOf(text)))
      expect(scripts.map(([, text]) => text)).toEqual([keepPromptScript])
      expect(response.headers.get('content-security-policy')).toContain(`script-src 'self' '${hashes.join(' ')}';`)
      expect(response.headers.get('set-cookie')).toBeNull()
    },
  )

  test.each(locales)('$code has a page for the time without a connection', async ({ code, lang }) => {
    const response = await ask(`${offlinePaths.page}/${code}`, {}, { DB: undefined })
    const html = await response.text()
    expect([response.status, html.includes(`lang="${lang}"`), html.includes('<script')]).toEqual([200, true, false])
  })

  test('the same for everyone, whoever asks', async () => {
    const [guest, member] = [
      await ask(`${offlinePaths.shell}/uk`),
      await ask(`${offlinePaths.shell}/uk`, { authorization: 'Bearer x' }),
    ]
    expect(await guest.text()).toBe(await member.text())
  })

  test('a language that we do not speak has neither', async () => {
    const answers = [await ask(`${offlinePaths.shell}/xx`), await ask(`${offlinePaths.page}/xx`)]
    expect(answers.map(({ status }) => status)).toEqual([404, 404])
  })
})
