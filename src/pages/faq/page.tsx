import { useI18n } from '#shared/i18n/context.tsx'

export default function Faq() {
  const { t } = useI18n()
  return <h1>{t('faq.title')}</h1>
}
