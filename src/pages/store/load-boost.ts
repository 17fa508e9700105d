import { countBoost, receiptStatements, toReceipt } from '#features/entitlements/server/public.ts'
import { openDatabase } from '#db/database.ts'
import { defineLoad } from '#server/pages/load.ts'
import type { StoreProps } from './props.ts'

/** `/store?boost={id}` */
export default defineLoad({
  statements: ({ db, viewerId, url, now }) => receiptStatements(db, viewerId, url.searchParams.get('boost') ?? '', now),
  props: ({ now }, rows): StoreProps => ({ view: 'boost', receipt: toReceipt(rows, now) }),
  async visited({ env, now }, props) {
    if (props.view === 'boost' && props.receipt.isOver) await countBoost(openDatabase(env.DB), props.receipt.id, now)
  },
  title: ({ translator }) => translator.t('boosts.receipt.title'),
})
