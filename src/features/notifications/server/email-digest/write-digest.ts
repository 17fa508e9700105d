import type { EmailContext, Email } from '#features/mail/server/public.ts'
import { href } from '#shared/routing/href.ts'
import { getLocale } from '#shared/i18n/locales.ts'
import { routes } from '#shared/routing/routes.ts'
import type { DigestKind } from '#features/notifications/contract.ts'

/** People behind the notifications of a kind, newest first and each once. */
export type DigestPart = { kind: DigestKind; people: readonly { id: string; firstName: string }[] }

const namedAtMost = 5

/**
 * Writes one email about everything unread: the names, and nothing of what they wrote. `chat`: the conversation, if all of it is
 * about one.
 */
export function writeDigest(
  { t, tn, format, footer, code, origin }: EmailContext,
  {
    firstName,
    parts,
    chat,
    unsubscribeUrl,
  }: { firstName: string; parts: readonly DigestPart[]; chat: string | null; unsubscribeUrl: string },
): Email {
  const people = parts.flatMap((part) => part.people)
  const first = people[0]?.firstName ?? ''
  const others = new Set(people.map(({ id }) => id)).size - 1
  const listOf = (names: readonly string[]) =>
    format.list(
      names.length <= namedAtMost
        ? names
        : [...names.slice(0, namedAtMost - 1), tn('emails.digest.more', names.length - namedAtMost + 1)],
    )
  return {
    lang: getLocale(code).lang,
    subject: others > 0 ? tn('emails.digest.subjectMore', others, { name: first }) : t('emails.digest.subject', { name: first }),
    preview: t('emails.digest.preview'),
    title: t('emails.digest.title', { name: firstName }),
    paragraphs: parts.map((part) =>
      t(`emails.digest.${part.kind}`, { names: listOf(part.people.map(({ firstName: name }) => name)) }),
    ),
    action: {
      label: t('emails.digest.action'),
      url: origin + href(routes.messages, {}, { locale: code, query: { chat } }),
    },
    notes: [t('emails.digest.why'), footer('emails.digest.footer')],
    unsubscribe: { label: t('emails.digest.unsubscribe'), url: unsubscribeUrl },
  }
}
