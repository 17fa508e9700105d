import type { ReactNode } from 'react'
import type { LikeCardView, LikeTab } from '#features/likes/contract.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { usePage } from '#shared/react/page-context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { PersonTile, TileActions, TileLike, TileNote, TileShared, TileTie } from '#ui/identity/person-tile.tsx'
import { TiedThing } from '#ui/identity/tied-thing.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { useRestoredFocus } from '#ui/hooks/use-restored-focus.ts'
import { LikeButton } from './like-button.tsx'
import { useLikes } from './provider/likes-context.ts'
import { PassButton, PassedNote } from './pass-button.tsx'
import { WriteToMatch } from './match/write-to-match.tsx'

type Props = { card: LikeCardView; tab: LikeTab; priority: boolean; report: ReactNode }

/** A person who likes the viewer, is liked, or both: the card opens the profile, and its buttons are above the link. */
export function LikeCard({ card, tab, priority, report }: Props) {
  const { t, format } = useI18n()
  const { now } = usePage()
  const href = useHref()
  const known = tab === 'matches' ? 'matched' : tab === 'sent' ? 'liked' : 'none'
  const relationship = useLikes().relationOf(card.id, known)
  const profile = href(routes.profileInfo, { id: card.id })
  const item = useRestoredFocus<HTMLLIElement>()
  return (
    <li ref={item}>
      {relationship === 'passed' ? (
        <PassedNote person={card} />
      ) : (
        <PersonTile
          person={card}
          href={profile}
          title={t('likes.card.person', { name: card.firstName, age: card.age })}
          verifiedLabel={card.verified ? t('likes.card.verified') : undefined}
          facts={card.intent ? t(`profile.intent.${card.intent}`) : undefined}
          priority={priority}
        >
          {card.tie ? (
            <TileTie>
              <TiedThing
                tie={card.tie}
                said={`${t(`likes.tie.${tab === 'sent' ? 'sent' : 'received'}.${card.tie.kind}`)} · ${format.ago(card.at, now)}`}
                removed={t('likes.tie.removed')}
                lineIn={card.writesIn}
              />
              {report}
            </TileTie>
          ) : (
            <TileNote>{t(`likes.card.since.${tab}`, { time: format.ago(card.at, now) })}</TileNote>
          )}
          {card.sharedInterests.length > 0 ? (
            <TileShared>
              {t('likes.card.shared', {
                list: format.list(card.sharedInterests.map((interest) => format.inSentence(t(`profile.interest.${interest}`)))),
              })}
            </TileShared>
          ) : null}
          <TileActions>
            {relationship === 'matched' ? (
              <WriteToMatch person={card} conversationId={card.conversationId ?? null} />
            ) : tab === 'sent' && relationship === 'liked' ? (
              <>
                <ButtonLink kind="secondary" href={profile} wide aria-label={`${t('likes.see')}: ${card.firstName}`}>
                  {t('likes.see')}
                </ButtonLink>
                <TileLike>
                  <Menu label={t('likes.more', { name: card.firstName })}>
                    <LikeButton person={card} relationship={known} look="text" givenText="takeBack" wide />
                  </Menu>
                </TileLike>
              </>
            ) : (
              <TileLike>
                <LikeButton person={card} relationship={known} look="text" likesMe={tab === 'received'} wide />
              </TileLike>
            )}
            {tab === 'received' ? <PassButton person={card} relationship={known} look="text" /> : null}
          </TileActions>
        </PersonTile>
      )}
    </li>
  )
}
