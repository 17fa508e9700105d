import { legalVersion } from '#features/legal/contract.ts'
import { operatorOf, readLegalTexts } from '#features/legal/server/public.ts'
import type { Env } from '#server/env.ts'
import type { Translator } from '#shared/i18n/translator.ts'

/** The section of the terms that explains how people are ordered. */
const orderSection = 's2'

/**
 * Returns the text beside the data: what is where, what is left out, and the privacy policy, which has purposes, recipients,
 * periods, sources, the order of people, rights and authority in the member's language.
 */
export async function readMe(env: Env, { t, locale }: Translator): Promise<string> {
  const texts = await readLegalTexts(locale.code, operatorOf(env))
  const policy = texts.find(({ kind }) => kind === 'privacy')
  const order = texts.find(({ kind }) => kind === 'terms')?.sections.find(({ id }) => id === orderSection)
  const lines = [
    t('export.title'),
    t('export.readme.files'),
    t('export.readme.missing'),
    t('export.readme.policy', { version: legalVersion('privacy') }),
    ...(policy ? [policy.title.toUpperCase(), policy.intro, ...policy.sections.flatMap(({ title, text }) => [title, text])] : []),
    ...(order ? [order.title.toUpperCase(), order.text] : []),
  ]
  // Windows' editor needs both characters.
  return `${lines.join('\n\n')}\n`.replaceAll('\n', '\r\n')
}
