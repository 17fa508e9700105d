import { describeBand } from '#features/location/contract.ts'
import { avatarOf, avatarUrl } from '#shared/avatar.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { Portrait } from '#ui/identity/portrait.tsx'
import { ThreadMatch } from '#ui/thread/thread-match.tsx'
import { faces } from './faces.ts'
import styles from './hero.module.css'

/** The promise of the product in one picture: two portraits, the thread between them, and what each knows about the other. */
export function Hero({ percent }: { percent: number }) {
  const translator = useI18n()
  const { t, format } = translator
  const href = useHref()
  return (
    <section className={styles.hero}>
      <div>
        <h1 className={styles.title}>{t('home.hero.title')}</h1>
        <p className={styles.lead}>{t('home.hero.lead')}</p>
        <div className={styles.actions}>
          <ButtonLink href={href(routes.signUp, {})} size="l">
            {t('home.hero.join')}
          </ButtonLink>
          <ButtonLink href={href(routes.signIn, {})} size="l" kind="quiet">
            {t('home.hero.signIn')}
          </ButtonLink>
        </div>
        <p className={styles.note}>{t('home.hero.note')}</p>
      </div>
      <figure className={styles.picture}>
        <div className={styles.pair}>
          <ThreadMatch left={<Face seed={faces.clara} />} right={<Face seed={faces.theo} facing="left" />} />
          <ul className={styles.tags}>
            <li>
              <Icon name="heart" filled />
              {t('people.likesYou')}
            </li>
            <li>{t('people.match', { percent: format.percent(percent / 100) })}</li>
            <li>
              <Icon name="map-pin" />
              <span>{describeBand(translator, 5)}</span>
            </li>
          </ul>
        </div>
        <figcaption className="visually-hidden">{t('home.hero.pair')}</figcaption>
      </figure>
    </section>
  )
}

/** Portraits are drawn facing right. */
function Face({ seed, facing = 'right' }: { seed: string; facing?: 'left' | 'right' }) {
  return (
    <div className={styles[facing]}>
      <Portrait src={avatarUrl(avatarOf(seed)) ?? ''} alt="" priority />
    </div>
  )
}
