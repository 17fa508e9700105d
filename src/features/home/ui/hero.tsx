import { avatarOf, avatarUrl } from '#shared/avatar.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Portrait } from '#ui/identity/portrait.tsx'
import { ThreadMatch } from '#ui/thread/thread-match.tsx'
import { faces } from './faces.ts'
import styles from './hero.module.css'

/** The promise of the product in one picture: two portraits and the thread that ties them. */
export function Hero() {
  const { t } = useI18n()
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
        <ThreadMatch left={<Face seed={faces.clara} />} right={<Face seed={faces.theo} facing="left" />} />
        <figcaption>{t('home.hero.pair')}</figcaption>
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
