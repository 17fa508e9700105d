import { useI18n } from '#shared/i18n/context.tsx'

export default function BlogPost() {
  const { t } = useI18n()
  return <h1>{t('blog.title')}</h1>
}
