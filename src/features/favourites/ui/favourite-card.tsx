import { useState, type ReactNode } from 'react'
import type { FavouriteCardView } from '#features/favourites/contract.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { usePage } from '#shared/react/page-context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { PersonTile, TileActions, TileNote, TileShared } from '#ui/identity/person-tile.tsx'
import { FavouriteButton } from './favourite-button.tsx'
import { FavouriteNote } from './favourite-note.tsx'

type FavouriteCardProps = {
  card: FavouriteCardView
  priority: boolean
  /** Buttons at the foot, above the link that covers the card. */
  actions: ReactNode
}

/** A favourite with its note. If removed by mistake, it can be added again with its note until the page is left. */
export function FavouriteCard({ card, priority, actions }: FavouriteCardProps) {
  const { t, format } = useI18n()
  const { now } = usePage()
  const href = useHref()
  const [isKept, setKept] = useState(true)
  const [note, setNote] = useState(card.note)
  return (
    <PersonTile
      person={card}
      href={href(routes.profileInfo, { id: card.id })}
      title={t('people.person', { name: card.firstName, age: card.age })}
      verifiedLabel={card.verified ? t('people.verified') : undefined}
      onlineLabel={card.online ? t('people.online') : undefined}
      facts={card.intent ? t(`profile.intent.${card.intent}`) : undefined}
      priority={priority}
      corner={<FavouriteButton person={card} kept note={note} onChange={setKept} />}
      faint={!isKept}
    >
      <TileNote>{t('favourites.since', { time: format.ago(card.at, now) })}</TileNote>
      {card.sharedInterests.length > 0 ? (
        <TileShared>
          {t('likes.card.shared', {
            list: format.list(card.sharedInterests.map((interest) => format.inSentence(t(`profile.interest.${interest}`)))),
          })}
        </TileShared>
      ) : null}
      {isKept ? <FavouriteNote person={card} note={note} onSaved={setNote} /> : null}
      <TileActions>{actions}</TileActions>
    </PersonTile>
  )
}
