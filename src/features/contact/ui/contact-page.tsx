import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { Card } from '#ui/layout/card.tsx'
import type { ContactProps } from '../contract.ts'
import { ContactForm } from './contact-form.tsx'
import styles from './contact-page.module.css'
import { TwoCups } from './two-cups.tsx'

const steps = ['read', 'answer', 'delete'] as const

/** `/contact-us`: the form, and what happens with a message. */
export function ContactPage({ contactEmail }: ContactProps) {
  const { t } = useI18n()
  const href = useHref()
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{t('contact.heading')}</h1>
        <p>{t('contact.intro')}</p>
        <TwoCups />
      </header>
      <Card className={styles.form}>
        <ContactForm />
      </Card>
      <section className={styles.next} aria-labelledby="contact-next">
        <h2 id="contact-next">{t('contact.next.title')}</h2>
        <ol>
          {steps.map((step) => (
            <li key={step}>{t(`contact.next.${step}`)}</li>
          ))}
        </ol>
      </section>
      <div className={styles.ways}>
        <p>
          {t('contact.faq.text')} <a href={href(routes.faq, {})}>{t('contact.faq.link')}</a>
        </p>
        <p>
          {t('contact.direct')} <a href={`mailto:${contactEmail}`}>{contactEmail}</a>
        </p>
        <p className={styles.urgent}>{t('contact.urgent')}</p>
      </div>
    </div>
  )
}
