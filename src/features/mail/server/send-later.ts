import { publicOrigin } from '#worker/http/origin.ts'
import { defaultLocale, findLocale, type LocaleCode } from '#shared/i18n/locales.ts'
import { loadMessages } from '#shared/i18n/load.ts'
import { createTranslator, type Translator } from '#shared/i18n/translator.ts'
import type { AppContext } from '#worker/http/context.ts'
import { renderLetter, type Letter } from './letter.ts'
import { sendMail } from './send-mail.ts'

/** Whom a letter is for, and in which language and time zone they read it. */
export type Reader = { email: string; firstName: string; locale: string; timeZone?: string }

/** What a letter is written with: the words of `emails`, and where its links lead. */
export type Desk = Pick<Translator, 't' | 'format'> & { code: LocaleCode; origin: string }

/** Written and sent after the answer, so that neither its time nor a failure tells anything to the visitor. */
export function sendLetterLater(c: AppContext, reader: Reader, write: (desk: Desk) => Letter): void {
  const origin = publicOrigin(c.env, c.req.url)
  const code = findLocale(reader.locale)?.code ?? defaultLocale
  const send = async () => {
    try {
      const messages = await loadMessages(code, ['emails'])
      const { t, format } = createTranslator(code, messages, { timeZone: reader.timeZone ?? 'UTC' })
      await sendMail(c.env, { to: reader.email, ...renderLetter(write({ t, format, code, origin })) })
    } catch (error) {
      console.error(
        JSON.stringify({
          level: 'error',
          code: 'mail',
          requestId: c.get('requestId'),
          error: error instanceof Error ? error.name : 'unknown',
          cure: 'check the send_email binding and MAIL_FROM',
        }),
      )
    }
  }
  c.executionCtx.waitUntil(send())
}
