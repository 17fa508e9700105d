import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { ButtonLink } from '#ui/controls/button.tsx'

/** The conversation of a match made on this page is not known yet, so this links to the list of matches. */
export function WriteToMatch({ person, conversationId }: { person: { firstName: string }; conversationId: string | null }) {
  const { t } = useI18n()
  const href = useHref()
  const target = conversationId
    ? href(routes.messages, {}, { query: { chat: conversationId } })
    : href(routes.likes, {}, { query: { tab: 'matches' } })
  return (
    <ButtonLink href={target} icon="message-circle" wide aria-label={t('likes.writeTo', { name: person.firstName })}>
      {t('likes.write')}
    </ButtonLink>
  )
}
