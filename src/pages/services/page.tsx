import { useI18n } from '#shared/i18n/context.tsx'

export default function Services() {
  const { t } = useI18n()
  return <h1>{t('services.title')}</h1>
}
