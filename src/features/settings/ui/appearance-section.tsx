import { useState } from 'react'
import { settingsActions, appearances } from '#features/settings/contract.ts'
import type { AppearanceId } from '#shared/bootstrap.ts'
import { colorModeOf } from '#shared/color-mode.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { usePage } from '#shared/react/page-context.tsx'
import { ActionForm } from '#ui/forms/action-form.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { SegmentedButtons } from '#ui/controls/segmented.tsx'
import { Section } from '#ui/layout/section.tsx'

/** Light, dark or the system's. With a script, the page changes at once; after that the server renders the choice. */
export function AppearanceSection() {
  const { t } = useI18n()
  const { viewer } = usePage()
  const [id, setId] = useState<AppearanceId>(viewer?.appearance.id ?? 1)
  const segments = appearances.map((appearance) => ({
    value: String(appearance.id),
    label: t(`settings.appearance.${appearance.key}`),
    icon: appearance.icon,
    current: appearance.id === id,
  }))
  return (
    <Section title={t('settings.appearance.title')} text={t('settings.appearance.text')}>
      <ActionForm action={settingsActions.appearance} onDone={({ appearance }) => setId(apply(appearance.id))}>
        {({ error, notice }) => (
          <>
            <SegmentedButtons label={t('settings.appearance.label')} name="appearance" segments={segments} />
            {error ? <Notice kind="error">{error}</Notice> : null}
            {notice ? <Notice kind="success">{notice}</Notice> : null}
          </>
        )}
      </ActionForm>
    </Section>
  )
}

/** Sets the saved appearance on `<html>` as the server would. */
function apply(id: AppearanceId): AppearanceId {
  const mode = colorModeOf(null, { appearance: { id } })
  if (mode) document.documentElement.dataset['mode'] = mode
  else delete document.documentElement.dataset['mode']
  return id
}
