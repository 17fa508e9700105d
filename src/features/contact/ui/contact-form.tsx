import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { TextField } from '#ui/fields/field.tsx'
import { ActionForm } from '#ui/forms/action-form.tsx'
import { contactActions, contactLimits } from '../contract.ts'
import { ContactFields } from './contact-fields.tsx'
import styles from './contact-form.module.css'

const fieldOrder = ['topic', 'name', 'email', 'message'] as const

/** Without a script, a page can only lead to its message by this attribute. */
const leading = { autoFocus: true } as const

/** For guests. After a refusal, the focus is on the first mistake, or on the notice if no field is wrong. */
export function ContactForm() {
  const { t } = useI18n()
  const href = useHref()
  return (
    <ActionForm action={contactActions.write} className={styles.form}>
      {({ values, fields, error, notice, pending }) => {
        if (notice)
          return (
            <div className={styles.said} tabIndex={-1} {...leading}>
              <Notice kind="success">{notice}</Notice>
            </div>
          )
        const first = fieldOrder.find((name) => fields[name] !== undefined)
        const focusOf = (name: string) => (name === first ? leading : {})
        return (
          <>
            {error ? (
              <div className={styles.said} tabIndex={-1} {...(first === undefined ? leading : {})}>
                <Notice kind="error">{error}</Notice>
              </div>
            ) : null}
            {/* Some browsers do not report from where a form was sent. */}
            <input type="hidden" name="back" value={href(routes.contactUs, {})} />
            <ContactFields {...{ values, fields, pending, focusOf }}>
              <TextField
                label={t('contact.name')}
                name="name"
                autoComplete="name"
                required
                maxLength={contactLimits.name}
                defaultValue={String(values['name'] ?? '')}
                error={fields['name']}
                {...focusOf('name')}
              />
              <TextField
                label={t('contact.email')}
                hint={t('contact.emailHint')}
                name="email"
                type="email"
                autoComplete="email"
                required
                maxLength={254}
                defaultValue={String(values['email'] ?? '')}
                error={fields['email']}
                {...focusOf('email')}
              />
            </ContactFields>
          </>
        )
      }}
    </ActionForm>
  )
}
