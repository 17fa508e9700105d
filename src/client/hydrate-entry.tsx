import { StrictMode, useEffect, type ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { I18nProvider } from '#shared/i18n/context.tsx'
import { createTranslator } from '#shared/i18n/translator.ts'
import { PageProvider } from '#shared/react/page-context.tsx'
import { FailureBoundary } from '#ui/failure/failure-boundary.tsx'
import { SessionContext } from '#shared/react/session-context.ts'
import { readBootstrap, readDocumentMessages } from './document-data.ts'
import { createRootOptions } from './hydration/hydration-report.ts'
import { importDefault } from './navigation/import-module.ts'
import type { PageComponent } from './navigation/screen.ts'
import { withoutReload } from './navigation/stale-chunk.ts'

/** For forms: the calls of the page's session. Their script loads at the press; if it fails, the form is sent natively. */
const openSession = () => withoutReload(() => import('./session-calls.ts'))

/** Hydrates the form of an entry page; everything around it stays server-rendered. */
export async function hydrateEntry(container: HTMLElement): Promise<void> {
  const bootstrap = readBootstrap()
  const { modules } = bootstrap
  const form = modules.kind === 'entry' ? modules.forms[container.dataset['hydrate'] ?? ''] : undefined
  if (!form) throw new Error('The form has no module')
  const [Form] = await Promise.all(form.map((address) => importDefault<PageComponent>(address)))
  if (!Form) return
  const translator = createTranslator(bootstrap.locale, readDocumentMessages(), { timeZone: bootstrap.timeZone })
  await new Promise<void>((resolve) => {
    hydrateRoot(
      container,
      <StrictMode>
        <PageProvider value={bootstrap}>
          <I18nProvider value={translator}>
            <SessionContext value={openSession}>
              <Ready onReady={resolve}>
                <FailureBoundary>
                  <Form data={bootstrap.props} />
                </FailureBoundary>
              </Ready>
            </SessionContext>
          </I18nProvider>
        </PageProvider>
      </StrictMode>,
      createRootOptions(container),
    )
  })
  document.documentElement.dataset['hydrated'] = ''
}

/** Reports when React has hydrated; an idle callback would be no proof, and Safari has none. */
function Ready({ onReady, children }: { onReady: () => void; children: ReactNode }) {
  useEffect(onReady, [onReady])
  return children
}
