import { useI18n } from '#shared/i18n/context.tsx'
import { languageName } from '#shared/i18n/language-name.ts'
import { ThreadMatch } from '#ui/thread/thread-match.tsx'
import type { EncounterView } from '#features/encounters/contract.ts'
import { AliasAvatar } from './alias-avatar.tsx'
import styles from './talk-start.module.css'
import { useAliasNames } from './use-alias-names.ts'

/** The moment of pairing: two drawings, and the thread between them. */
export function TalkStart({ view }: { view: EncounterView }) {
  const { t } = useI18n()
  const { self, partner } = useAliasNames(view)
  return (
    <div className={styles.start}>
      <div className={styles.picture}>
        <ThreadMatch
          left={<AliasAvatar seed={view.self.seed} size="xl" />}
          right={<AliasAvatar seed={view.partner.seed} size="xl" />}
        />
      </div>
      <p>
        <strong>{t('encounters.self', { name: self })}</strong>
      </p>
      <p>{t('encounters.met', { name: partner })}</p>
      {view.language === null ? null : <p>{t('encounters.language', { language: languageName(view.language) })}</p>}
    </div>
  )
}
