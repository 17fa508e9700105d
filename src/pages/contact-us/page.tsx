import { useI18n } from '#shared/i18n/context.tsx'

export default function ContactUs() {
  const { t } = useI18n()
  return <h1>{t('contact.title')}</h1>
}
