import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Beginning, Ending, Tangle } from './pictures.tsx'
import { Promises } from './promises.tsx'
import { Crossing, Run } from './run.tsx'
import { Without } from './without.tsx'
import styles from './about.module.css'

/** One thread from the first of two strangers, down the page past everything said about us, to both of them. */
export function About() {
  const { t } = useI18n()
  const href = useHref()
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div className={styles.words}>
          <h1>{t('about.hero.title')}</h1>
          <p className={styles.lead}>{t('about.hero.lead')}</p>
        </div>
        <Beginning />
      </header>
      <Crossing way="fromPicture" />
      <section className={styles.why} aria-labelledby="why">
        <div className={styles.words}>
          <Run way="edge" />
          <h2 id="why">{t('about.why.title')}</h2>
          <p className={styles.lead}>{t('about.why.text')}</p>
          <p>{t('about.why.line')}</p>
        </div>
        <div className={styles.tangle}>
          <Crossing way="toTangle" />
          <Tangle />
          <div className={styles.rest}>
            <Run way="fromTangle" />
          </div>
        </div>
      </section>
      <Crossing way="toMiddle" />
      <Promises />
      <Crossing way="under" />
      <Without />
      <section className={styles.people} aria-labelledby="people">
        <Run way="beside" />
        <div className={styles.words}>
          <h2 id="people">{t('about.people.title')}</h2>
          <p>{t('about.people.text')}</p>
          <p className={styles.links}>
            <ButtonLink kind="secondary" href={href(routes.contactUs, {})}>
              {t('about.people.contact')}
            </ButtonLink>
            <a className="alone" href={href(routes.termsAndConditions, {})}>
              {t('about.people.terms')}
            </a>
          </p>
        </div>
      </section>
      <Crossing way="toEnd" />
      <section className={styles.end} aria-labelledby="end">
        <Ending />
        <h2 id="end">{t('about.end.title')}</h2>
        <ButtonLink size="l" href={href(routes.signUp, {})}>
          {t('about.end.join')}
        </ButtonLink>
      </section>
    </div>
  )
}
