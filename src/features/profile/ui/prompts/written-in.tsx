import type { ReactNode } from 'react'
import type { SpokenLanguage } from '#features/profile/contract.ts'
import { useI18n } from '#shared/i18n/context.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import styles from './prompt-answers.module.css'

/** Names the language of a text for a reader who does not speak it. */
export function WrittenIn({ language, children }: { language: SpokenLanguage | null; children?: ReactNode }) {
  const { t } = useI18n()
  if (language === null) return null
  return (
    <div className={styles.language}>
      <p>
        <Icon name="languages" size="s" />
        {t('profile.writtenIn.named', { language: t(`profile.language.${language}`) })}
      </p>
      {children}
    </div>
  )
}
