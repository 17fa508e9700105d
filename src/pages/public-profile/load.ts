import { readCursor } from '#db/time-cursor.ts'
import type { PublicProfileProps } from '#features/public-profiles/contract.ts'
import { readerOf } from '#features/profile/server/reader-of.ts'
import { findPublicStatement, listPublicStatement, toPublicCard, toPublicPage } from '#features/public-profiles/server/public.ts'
import { notFound } from '#shared/errors.ts'
import { defineLoad } from '#server/pages/load.ts'

export default defineLoad({
  statements: ({ db, url: { searchParams } }) => {
    const id = searchParams.get('id')
    return [id === null ? listPublicStatement(db, readCursor(searchParams.get('after')).cursor) : findPublicStatement(db, id)]
  },
  async props(context, [rows]): Promise<PublicProfileProps> {
    const readers = { ...context, reader: await readerOf([], context.translator.locale.code) }
    const { searchParams } = context.url
    if (!searchParams.has('id'))
      return { kind: 'list', ...toPublicPage(rows, readers), isFirst: !readCursor(searchParams.get('after')).cursor }
    const [row] = rows
    if (!row) throw notFound()
    return { kind: 'one', person: toPublicCard(row, readers) }
  },
  title: ({ translator }, props) => (props.kind === 'one' ? props.person.title : translator.t('public-profile.title')),
  // A withdrawn consent must remove a member from every index, so search engines are asked to exclude all pages with members.
  head({ translator: { t }, url }, props) {
    if (props.kind === 'list') return { description: t('public-profile.description'), isHidden: true }
    const description = t('public-profile.personDescription', { name: props.person.firstName })
    return { description, type: 'profile', isHidden: true, query: url.search }
  },
})
