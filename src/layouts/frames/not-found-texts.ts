import type { ErrorView } from '#shared/bootstrap.ts'
import { useHref, useI18n } from '#shared/i18n/context.tsx'
import { usePage } from '#shared/react/page-context.tsx'
import { routes } from '#shared/routing/routes.ts'
import type { NotFoundTexts } from '../not-found-content.tsx'
import { onlyPageOf } from './only-page.ts'

const unknown: ErrorView = { status: 404, message: 'Page Not Found', path: '' }

/** The spec's message (§2) with the path, and its text in the visitor's language; a closed part has its own texts. */
export function useNotFoundTexts(): NotFoundTexts {
  const { t } = useI18n()
  const href = useHref()
  const { error, viewer } = usePage()
  const { message, path, closed } = error ?? unknown
  if (closed) return { title: message, ...closed }
  const actionOf = () => {
    if (!viewer) return { href: href(routes.home, {}), label: t('common.notFound.guestAction') }
    const onlyPage = onlyPageOf(viewer)
    if (!onlyPage) return { href: href(routes.peopleNearby, {}), label: t('common.notFound.memberAction') }
    const about = viewer.state === 'restricted' ? 'restrictedAction' : 'unfinishedAction'
    return { href: href(onlyPage, {}), label: t(`common.notFound.${about}`) }
  }
  return {
    title: t('common.notFound.title'),
    text: t('common.notFound.text'),
    message: message.includes(path) ? message : `${message} ${path}`,
    action: actionOf(),
  }
}
