import type { RestrictedProps } from '#features/restriction/contract.ts'
import { openRestrictionStatement, toRestrictedProps } from '#features/restriction/server/public.ts'
import { notFound } from '#shared/errors.ts'
import { defineLoad } from '#worker/http/load.ts'

export default defineLoad({
  statements: ({ db, sub }) => [openRestrictionStatement(db, sub)],
  props(_context, [[restriction]]): RestrictedProps {
    if (!restriction) throw notFound()
    return toRestrictedProps(restriction)
  },
  title: ({ translator }) => translator.t('restricted.title'),
})
