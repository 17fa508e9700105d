import { useI18n } from '#shared/i18n/context.tsx'

export default function City() {
  const { t } = useI18n()
  return <h1>{t('city.title')}</h1>
}
