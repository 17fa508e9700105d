import { href } from '#shared/href.ts'
import { findLocale, getLocale, defaultLocale, type LocaleCode } from '#shared/i18n/locales.ts'
import { loadMessages } from '#shared/i18n/load.ts'
import { createTranslator } from '#shared/i18n/translator.ts'
import { routes } from '#shared/routes.ts'
import { brand } from '#shared/brand.ts'
import { renderLetter, sendMail, type Letter } from '#features/mail/server/public.ts'
import { codeLifetimeMs } from '#features/registration/contract.ts'
import { publicOrigin } from '#worker/http/origin.ts'
import type { AppContext } from '#worker/http/context.ts'

type Reader = { email: string; firstName: string; locale: string }

/** The letter with the code, and the link that opens the page with the code filled in. */
export function sendCode(c: AppContext, reader: Reader, secrets: { code: string; linkToken: string }): void {
  sendLater(c, reader, ({ t, code }, origin) => ({
    lang: getLocale(code).lang,
    subject: t('emails.code.subject', { brand: brand.name }),
    preview: t('emails.code.preview'),
    title: t('emails.code.title', { name: reader.firstName }),
    paragraphs: [t('emails.code.text', { minutes: codeLifetimeMs / 60_000 })],
    code: secrets.code,
    action: {
      label: t('emails.code.action'),
      url: origin + href(routes.emailVerify, {}, { locale: code, query: { t: secrets.linkToken } }),
    },
    notes: [t('emails.code.ignore'), t('emails.footer', { brand: brand.name })],
  }))
}

/** To the owner of an address that someone tried to join with; says nothing to whoever tried. */
export function sendKnownAddress(c: AppContext, owner: Reader): void {
  sendLater(c, owner, ({ t, code }, origin) => ({
    lang: getLocale(code).lang,
    subject: t('emails.known.subject', { brand: brand.name }),
    preview: t('emails.known.preview'),
    title: t('emails.known.title', { name: owner.firstName }),
    paragraphs: [t('emails.known.text'), t('emails.known.reset')],
    action: { label: t('emails.known.action'), url: origin + href(routes.signIn, {}, { locale: code }) },
    notes: [t('emails.known.ignore'), t('emails.footer', { brand: brand.name })],
  }))
}

type Words = { t: ReturnType<typeof createTranslator>['t']; code: LocaleCode }

/** Written and sent after the answer, so that neither its time nor a failure tells anything to the visitor. */
function sendLater(c: AppContext, reader: Reader, write: (words: Words, origin: string) => Letter): void {
  const origin = publicOrigin(c.env, c.req.url)
  const code = findLocale(reader.locale)?.code ?? defaultLocale
  const send = async () => {
    try {
      const { t } = createTranslator(code, await loadMessages(code, ['emails']), { timeZone: 'UTC' })
      await sendMail(c.env, { to: reader.email, ...renderLetter(write({ t, code }, origin)) })
    } catch (error) {
      const stack = error instanceof Error ? error.name : 'unknown'
      console.error(
        JSON.stringify({
          level: 'error',
          code: 'mail',
          requestId: c.get('requestId'),
          error: stack,
          cure: 'check the send_email binding and MAIL_FROM',
        }),
      )
    }
  }
  c.executionCtx.waitUntil(send())
}
