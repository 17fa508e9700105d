import { useI18n } from '#shared/i18n/context.tsx'
import type { EncounterView } from '#features/encounters/contract.ts'
import { nameAliases, readNames } from './alias-names.ts'

/** Returns the made-up names of both, in the page's language. */
export function useAliasNames({ self, partner }: Pick<EncounterView, 'self' | 'partner'>): { self: string; partner: string } {
  const { t } = useI18n()
  const names = nameAliases(readNames(t('encounters.names')), [self, partner])
  return { self: names.get(self.user_id) ?? '', partner: names.get(partner.user_id) ?? '' }
}
