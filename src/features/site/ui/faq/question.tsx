import { anchorOf, faqGroups, type FaqQuestion } from '#features/site/rules.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { deleteStep } from '#shared/routing/account-steps.ts'
import { routes } from '#shared/routing/routes.ts'
import { Icon } from '#ui/icons/icon.tsx'
import styles from './question.module.css'

/**
 * A question that unfolds its answer; the first one is open. The anchor is on the answer, not on `<details>`: only then do
 * browsers open it for a link without a script.
 */
export function Question({ question, contactEmail }: { question: FaqQuestion; contactEmail: string }) {
  const { t } = useI18n()
  const href = useHref()
  const [before, after] = t(`${question}.text`, { email: '\n' }).split('\n')
  return (
    <details className={styles.question} open={question === faqGroups[0].questions[0]}>
      <summary>
        <h3>{t(`${question}.title`)}</h3>
        <Icon name="chevron-down" />
      </summary>
      <p id={anchorOf(question)}>
        {before}
        {after === undefined ? null : (
          <>
            <a href={`mailto:${contactEmail}`}>{contactEmail}</a>
            {after}
          </>
        )}
        {question === 'faq.money.delete' ? (
          <>
            {' '}
            <a href={href(routes.signIn, {}, { query: { step: deleteStep } })}>{t('faq.money.delete.action')}</a>
          </>
        ) : null}
      </p>
    </details>
  )
}
