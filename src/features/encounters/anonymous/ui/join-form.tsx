import type { ReactNode } from 'react'
import { useI18n } from '#shared/i18n/context.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { ChoiceGroup } from '#ui/fields/choice-group.tsx'
import { ActionForm, type FormView } from '#ui/forms/action-form.tsx'
import { anonymousActions, talkTopics, type LobbyProps } from '../contract.ts'
import styles from './lobby.module.css'

type JoinFormProps = Pick<Extract<LobbyProps, { kind: 'free' }>, 'waitsForDate'> & {
  languages: (view: FormView) => ReactNode
  figures: ReactNode
}

/** The form for topics and languages. */
export function JoinForm({ languages, figures, waitsForDate }: JoinFormProps) {
  const { t } = useI18n()
  return (
    <ActionForm action={anonymousActions.join} className={styles.form}>
      {(view) => {
        const { values, fields, error, pending } = view
        return (
          <>
            {waitsForDate ? <Notice title={t('anonymous.date.title')}>{t('anonymous.date.text')}</Notice> : null}
            {languages(view)}
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
        )
      }}
    </ActionForm>
  )
}
