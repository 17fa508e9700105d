import { operatorOf } from '#features/legal/server/public.ts'
import { currentConsentStatement } from '#features/photos/server/public.ts'
import { openRestrictionStatement, toRestrictedProps } from '#features/restriction/server/public.ts'
import { notFound } from '#shared/errors.ts'
import { defineLoad } from '#server/pages/load.ts'
import type { RestrictedPageProps } from './props.ts'

export default defineLoad({
  statements: ({ db, viewerId }) => [openRestrictionStatement(db, viewerId), currentConsentStatement(db, viewerId)],
  props({ env }, [[restriction], [consent]]): RestrictedPageProps {
    if (!restriction) throw notFound()
    return {
      ...toRestrictedProps(restriction),
      operator: operatorOf(env),
      verification: consent?.isGiven ? { hasBadge: consent.hasBadge } : null,
    }
  },
  title: ({ translator }) => translator.t('restricted.title'),
})
