import { useI18n } from '#shared/i18n/context.tsx'

export default function PublicProfile() {
  const { t } = useI18n()
  return <h1>{t('public-profile.title')}</h1>
}
