import type { ReactNode } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { ChoiceGroup } from '#ui/fields/choice-group.tsx'
import { SelectField } from '#ui/fields/select-field.tsx'
import { ActionForm } from '#ui/forms/action-form.tsx'
import { anonymousActions, talkTopics, type LobbyProps } from '../contract.ts'
import { languageOptions } from './languages.ts'
import styles from './lobby.module.css'

type JoinFormProps = Pick<Extract<LobbyProps, { kind: 'free' }>, 'language' | 'waitsForDate'> & { figures: ReactNode }

/** The form for topics and language. */
export function JoinForm({ language, figures, waitsForDate }: JoinFormProps) {
  const { t } = useI18n()
  return (
    <ActionForm action={anonymousActions.join} className={styles.form}>
      {({ values, fields, error, pending }) => (
        <>
          {waitsForDate ? <Notice title={t('anonymous.date.title')}>{t('anonymous.date.text')}</Notice> : null}
          <SelectField
            name="language"
            label={t('anonymous.language')}
            options={languageOptions}
            defaultValue={String(values['language'] ?? language)}
            error={fields['language']}
          />
          <ChoiceGroup
            legend={t('anonymous.topics')}
            hint={t('anonymous.topicsHint')}
            name="topics[]"
            look="chips"
            multiple
            options={talkTopics.map((value) => ({ value, label: t(`anonymous.topic.${value}`) }))}
            defaultValue={values['topics']}
            error={fields['topics']}
          />
          {error ? <Notice kind="error">{error}</Notice> : null}
          <div className={styles.go}>
            <Button size="l" wide pending={pending}>
              {t('anonymous.join')}
            </Button>
            {figures}
          </div>
        </>
      )}
    </ActionForm>
  )
}
