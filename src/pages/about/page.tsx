import { useI18n } from '#shared/i18n/context.tsx'

export default function About() {
  const { t } = useI18n()
  return <h1>{t('about.title')}</h1>
}
