import type { ReactNode } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Field } from '#ui/fields/field.tsx'
import { useLengthLimit } from '#ui/fields/length-limit.ts'
import { SelectField } from '#ui/fields/select-field.tsx'
import type { FormView } from '#ui/forms/action-form.tsx'
import { contactLimits, contactTopics, trapField } from '../contract.ts'
import styles from './contact-form.module.css'

type ContactFieldsProps = Pick<FormView, 'values' | 'fields' | 'pending'> & {
  /** Attributes of the field to focus when the page opens. */
  focusOf?: (name: string) => { autoFocus?: boolean }
  /** Fields about the writer. */
  children: ReactNode
}

/** The fields of both forms. */
export function ContactFields({ values, fields, pending, focusOf = () => ({}), children }: ContactFieldsProps) {
  const { t } = useI18n()
  const { limits } = useLengthLimit(contactLimits.message.max, String(values['message'] ?? ''))
  return (
    <>
      <SelectField
        label={t('contact.topicLabel')}
        name="topic"
        required
        empty={t('contact.topicEmpty')}
        options={contactTopics.map((value) => ({ value, label: t(`contact.topic.${value}`) }))}
        defaultValue={String(values['topic'] ?? '')}
        error={fields['topic']}
        {...focusOf('topic')}
      />
      {children}
      <Field label={t('contact.message')} hint={t('contact.messageHint')} name="message" error={fields['message']}>
        {(control) => (
          <textarea
            dir="auto"
            {...control}
            name="message"
            rows={7}
            required
            {...limits}
            defaultValue={String(values['message'] ?? '')}
            {...focusOf('message')}
          />
        )}
      </Field>
      {/* Programs fill in every field they find; it is hidden from people and screen readers. */}
      <label className={styles.trap}>
        {t('contact.trap')}
        <input name={trapField} autoComplete="off" tabIndex={-1} />
      </label>
      <Button size="l" icon="send" pending={pending}>
        {t('contact.send')}
      </Button>
    </>
  )
}
