import { apiPaths } from '#shared/api-paths.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { usePage } from '#shared/page-context.tsx'
import { ActionForm } from '#ui/action-form.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Section } from '#ui/section.tsx'

export function SessionSection() {
  const { t } = useI18n()
  const { viewer } = usePage()
  return (
    <Section title={t('settings.session.title')} text={t('settings.session.text', { name: viewer?.firstName ?? '' })}>
      <ActionForm name="sign-out" action={apiPaths.signOut} reload>
        {({ error, pending }) => (
          <>
            {error ? <Notice kind="error">{error}</Notice> : null}
            <Button kind="secondary" icon="log-out" pending={pending}>
              {t('settings.session.signOut')}
            </Button>
          </>
        )}
      </ActionForm>
    </Section>
  )
}
