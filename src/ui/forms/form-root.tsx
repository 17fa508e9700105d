import type { ReactNode } from 'react'
import { usePage } from '#shared/react/page-context.tsx'

/**
 * The part of an entry page that hydrates, at the first interaction or `atOnce`: the module `name` beside the page. Headings,
 * links and plain forms around it stay server-rendered, without a script. `data-session` marks a page of a registration's session
 * and says when it refreshes: on focus, or also every second.
 */
export function FormRoot({ name, atOnce, children }: { name: EntryForm; atOnce?: boolean; children: ReactNode }) {
  const { viewer, config } = usePage()
  const session = config.periodicRefresh ? 'every-second' : 'focus'
  return (
    <div data-hydrate={name} data-at-once={atOnce ? '' : undefined} data-session={viewer ? session : undefined}>
      {children}
    </div>
  )
}

/** `form` is on every entry page; `account` is on the sign-in page, for visitors who cannot sign in. */
export const entryForms = ['form', 'account'] as const
export type EntryForm = (typeof entryForms)[number]
