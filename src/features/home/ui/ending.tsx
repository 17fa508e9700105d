import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { ThreadLoose } from '#ui/thread/thread-loose.tsx'
import styles from './ending.module.css'

/** A loose end, and the button that ties it. */
export function Ending() {
  const { t } = useI18n()
  const href = useHref()
  return (
    <section className={styles.ending}>
      <ThreadLoose />
      <h2>{t('home.end.title')}</h2>
      <p>{t('home.end.text')}</p>
      <ButtonLink href={href(routes.signUp, {})} size="l">
        {t('home.hero.join')}
      </ButtonLink>
    </section>
  )
}
