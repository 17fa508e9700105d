import { StrictMode, useEffect, type ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { I18nProvider } from '#shared/i18n/context.tsx'
import { createTranslator } from '#shared/i18n/translator.ts'
import { PageProvider } from '#shared/page-context.tsx'
import { readBootstrap } from './bootstrap.ts'
import { readDocumentMessages } from './document-messages.ts'
import { importDefault } from './import-module.ts'
import type { PageComponent } from './screen.ts'

/** Takes over the form of an entry page; header, picture and footer stay as the server wrote them. */
export async function hydrateEntry(container: Element): Promise<void> {
  const bootstrap = readBootstrap()
  const { page, imports } = bootstrap.modules
  if (page === null) throw new Error('The document names no page')
  const [Page] = await Promise.all([importDefault<PageComponent>(page), ...imports.map(importDefault)])
  const translator = createTranslator(bootstrap.locale, readDocumentMessages(), { timeZone: bootstrap.timeZone })
  await new Promise<void>((resolve) => {
    hydrateRoot(
      container,
      <StrictMode>
        <PageProvider value={bootstrap}>
          <I18nProvider value={translator}>
            <Ready onReady={resolve}>
              <Page data={bootstrap.props} />
            </Ready>
          </I18nProvider>
        </PageProvider>
      </StrictMode>,
      { onRecoverableError: (error) => console.error('Hydration:', error) },
    )
  })
  document.documentElement.dataset['hydrated'] = ''
}

/** Tells when React has taken over; an idle callback would not, and Safari has none. */
function Ready({ onReady, children }: { onReady: () => void; children: ReactNode }) {
  useEffect(onReady, [onReady])
  return children
}
