import type { ReactNode } from 'react'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { usePage } from '#shared/react/page-context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { Tag } from '#ui/feedback/badge.tsx'
import { PersonTile, TileActions, TileNote } from '#ui/identity/person-tile.tsx'
import type { VisitorCardView } from '#features/visits/contract.ts'

type VisitorCardProps = {
  card: VisitorCardView
  priority: boolean
  /** A button over the portrait. */
  corner: ReactNode
  /** Buttons at the foot, above the link that covers the card. */
  actions: ReactNode
}

/** A person who looked at the viewer's profile: when last, how often, and whether the visit is new. */
export function VisitorCard({ card, priority, corner, actions }: VisitorCardProps) {
  const { t, tn, format } = useI18n()
  const { now } = usePage()
  const href = useHref()
  const facts = [t('visitors.last', { time: format.ago(card.at, now) })]
  if (card.count > 1) facts.push(tn('visitors.count', card.count))
  return (
    <PersonTile
      person={card}
      href={href(routes.profileInfo, { id: card.id })}
      title={t('people.person', { name: card.firstName, age: card.age })}
      verifiedLabel={card.verified ? t('people.verified') : undefined}
      onlineLabel={card.online ? t('people.online') : undefined}
      facts={card.intent ? t(`profile.intent.${card.intent}`) : undefined}
      priority={priority}
      corner={corner}
    >
      <TileNote>
        {card.isNew ? (
          <Tag kind="thread" icon="eye">
            {t('visitors.new')}
          </Tag>
        ) : null}
        {/* The dot is at the end of a line, never at its beginning. */}
        <span>{facts.join('\u00A0· ')}</span>
      </TileNote>
      <TileActions>{actions}</TileActions>
    </PersonTile>
  )
}
