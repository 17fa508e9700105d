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
export function Question({ question }: { question: FaqQuestion }) {
  const { t } = useI18n()
  const href = useHref()
  return (
    <details className={styles.question} open={question === faqGroups[0].questions[0]}>
      <summary>
        <h3>{t(`${question}.title`)}</h3>
        <Icon name="chevron-down" />
      </summary>
      <p id={anchorOf(question)}>{t(`${question}.text`)}</p>
      {question === 'faq.money.delete' ? (
        <p>
          <a href={href(routes.signIn, {}, { query: { step: deleteStep } })}>{t('faq.money.delete.action')}</a>
        </p>
      ) : null}
    </details>
  )
}
