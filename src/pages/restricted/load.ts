import type { OperatorProps } from '#features/legal/contract.ts'
import { operatorOf } from '#features/legal/server/public.ts'
import type { RestrictedProps } from '#features/restriction/contract.ts'
import { openRestrictionStatement, toRestrictedProps } from '#features/restriction/server/public.ts'
import { notFound } from '#shared/errors.ts'
import { defineLoad } from '#server/pages/load.ts'

export default defineLoad({
  statements: ({ db, viewerId }) => [openRestrictionStatement(db, viewerId)],
  props({ env }, [[restriction]]): RestrictedProps & OperatorProps {
    if (!restriction) throw notFound()
    return { ...toRestrictedProps(restriction), operator: operatorOf(env) }
  },
  title: ({ translator }) => translator.t('restricted.title'),
})
