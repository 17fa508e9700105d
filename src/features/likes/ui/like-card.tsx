import type { LikeCardView, LikeTab } from '#features/likes/contract.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { usePage } from '#shared/page-context.tsx'
import { routes } from '#shared/routes.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Card, cardLink } from '#ui/card.tsx'
import { Icon } from '#ui/icon.tsx'
import { Portrait } from '#ui/portrait.tsx'
import { LikeButton } from './like-button.tsx'
import { useLikes } from './likes-provider.tsx'
import { PassButton, PassedNote } from './pass-button.tsx'
import styles from './like-card.module.css'

/** A person who likes the viewer, is liked, or both: the whole card opens the profile, the buttons stay above. */
export function LikeCard({ card, tab, priority }: { card: LikeCardView; tab: LikeTab; priority: boolean }) {
  const { t, format } = useI18n()
  const { now } = usePage()
  const href = useHref()
  const known = tab === 'matches' ? 'matched' : tab === 'sent' ? 'liked' : 'none'
  const standing = useLikes().standingOf(card.id, known)
  if (standing === 'passed') return <PassedNote person={card} />
  return (
    <Card as="article" flush interactive className={styles.card}>
      <Portrait
        src={card.avatar ?? undefined}
        alt=""
        initial={card.firstName.slice(0, 1)}
        tint={tintOf(card.id)}
        priority={priority}
      >
        <h3 className={styles.name}>
          <a className={cardLink} href={href(routes.profileInfo, { id: card.id })}>
            {t('likes.card.person', { name: card.firstName, age: card.age })}
          </a>
          {card.verified ? <Icon name="badge-check" label={t('likes.card.verified')} /> : null}
        </h3>
        {card.intent ? <p className={styles.facts}>{t(`profile.intent.${card.intent}`)}</p> : null}
      </Portrait>
      <div className={styles.foot}>
        <p className={styles.since}>{t(`likes.card.since.${tab}`, { time: format.ago(card.at, now) })}</p>
        <div className={styles.actions}>
          {standing === 'matched' ? (
            <WriteLink card={card} />
          ) : (
            <LikeButton
              person={card}
              standing={known}
              look="text"
              likesMe={tab === 'received'}
              givenText={tab === 'sent' ? 'takeBack' : 'liked'}
              wide
            />
          )}
          {tab === 'received' ? <PassButton person={card} standing={known} look="text" /> : null}
        </div>
      </div>
    </Card>
  )
}

/** A match that came about on this page does not know its conversation yet: the list of matches does. */
function WriteLink({ card }: { card: LikeCardView }) {
  const { t } = useI18n()
  const href = useHref()
  const target = card.conversationId
    ? href(routes.messages, {}, { query: { chat: card.conversationId } })
    : href(routes.likes, {}, { query: { tab: 'matches' } })
  return (
    <ButtonLink href={target} icon="message-circle" wide aria-label={t('likes.writeTo', { name: card.firstName })}>
      {t('likes.write')}
    </ButtonLink>
  )
}

/** The same ground behind the same person everywhere. */
function tintOf(id: string): number {
  return [...id].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)
}
