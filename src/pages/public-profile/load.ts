import { readCursor } from '#db/time-cursor.ts'
import type { PublicProfileProps } from '#features/public-profiles/contract.ts'
import { findPublicStatement, listPublicStatement, toPublicCard, toPublicPage } from '#features/public-profiles/server/public.ts'
import { brand } from '#shared/brand.ts'
import { notFound } from '#shared/errors.ts'
import { defineLoad } from '#server/pages/load.ts'

export default defineLoad({
  statements: ({ db, url: { searchParams } }) => {
    const id = searchParams.get('id')
    return [id === null ? listPublicStatement(db, readCursor(searchParams.get('after')).cursor) : findPublicStatement(db, id)]
  },
  props(context, [rows]): PublicProfileProps {
    const { searchParams } = context.url
    if (!searchParams.has('id'))
      return { kind: 'list', ...toPublicPage(rows, context), isFirst: !readCursor(searchParams.get('after')).cursor }
    const [row] = rows
    if (!row) throw notFound()
    return { kind: 'one', person: toPublicCard(row, context) }
  },
  title: ({ translator }, props) => (props.kind === 'one' ? props.person.title : translator.t('public-profile.title')),
  head({ translator: { t, locale } }, props) {
    // Search engines get the list alone: whoever ends their consent must not stay in an index.
    if (props.kind === 'one')
      return {
        description: t('public-profile.personDescription', { name: props.person.firstName }),
        type: 'profile',
        isHidden: true,
      }
    const description = t('public-profile.description')
    const facts = { '@type': 'CollectionPage', name: t('public-profile.title'), description, inLanguage: locale.lang }
    return { description, isHidden: !props.isFirst, jsonLd: [{ ...facts, isPartOf: { '@type': 'WebSite', name: brand.name } }] }
  },
})
