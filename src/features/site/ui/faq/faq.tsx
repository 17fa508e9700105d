import { anchorOf, faqGroups } from '#features/site/rules.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Question } from './question.tsx'
import { QuestionMark } from './question-mark.tsx'
import styles from './faq.module.css'

export function Faq() {
  const { t } = useI18n()
  const href = useHref()
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{t('faq.heading')}</h1>
        <QuestionMark />
      </header>
      <nav className={styles.contents} aria-label={t('faq.contents')}>
        <ul>
          {faqGroups.map(({ key }) => (
            <li key={key}>
              <a href={`#${anchorOf(key)}`}>{t(`${key}.title`)}</a>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.groups}>
        {faqGroups.map(({ key, questions }) => (
          <section key={key} className={styles.group} aria-labelledby={anchorOf(key)}>
            <h2 id={anchorOf(key)}>{t(`${key}.title`)}</h2>
            {questions.map((question) => (
              <Question key={question} question={question} />
            ))}
          </section>
        ))}
        <section className={styles.more} aria-labelledby="more">
          <h2 id="more">{t('faq.more.title')}</h2>
          <p>{t('faq.more.text')}</p>
          <ButtonLink href={href(routes.contactUs, {})}>{t('faq.more.contact')}</ButtonLink>
        </section>
      </div>
    </div>
  )
}
