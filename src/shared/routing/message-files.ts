import type { LocaleCode } from '../i18n/locales.ts'
import type { Namespace } from '../i18n/messages.ts'
import type { ListedRoute } from './routes.ts'

/** What a page's texts are in; the 404 page has no route. */
export const pageNamespaces = (route: Pick<ListedRoute, 'messages'> | null | undefined): readonly Namespace[] => [
  'common',
  ...(route?.messages ?? []),
]

/** A namespace as a file of the build, which never changes: scripts/build/build-facts.ts writes it. */
export const messagesHref = (build: string, code: LocaleCode, namespace: Namespace) =>
  `/locales/${build}/${code}/${namespace}.json`
