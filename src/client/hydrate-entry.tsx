import { StrictMode, type ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { I18nProvider } from '#shared/i18n/context.tsx'
import { createTranslator } from '#shared/i18n/translator.ts'
import { PageProvider } from '#shared/page-context.tsx'
import { readBootstrap } from './bootstrap.ts'
import { readDocumentMessages } from './messages.ts'

type PageComponent = (props: { data: unknown }) => ReactNode

/** The pages with the landing layout's `entry` variant. */
const pages = import.meta.glob<{ default: PageComponent }>('/src/pages/{sign-in,sign-up,email-verify,questionnaire}/page.tsx')

/** Takes over the form of an entry page; header, picture and footer stay as the server wrote them. */
export async function hydrateEntry(container: Element): Promise<void> {
  const bootstrap = readBootstrap()
  const load = pages[`/src/pages/${bootstrap.page}/page.tsx`]
  if (!load) throw new Error(`No entry page ${bootstrap.page}`)
  const { default: Page } = await load()
  const translator = createTranslator(bootstrap.locale, readDocumentMessages(), { timeZone: bootstrap.timeZone })
  hydrateRoot(
    container,
    <StrictMode>
      <PageProvider value={bootstrap}>
        <I18nProvider value={translator}>
          <Page data={bootstrap.props} />
        </I18nProvider>
      </PageProvider>
    </StrictMode>,
    { onRecoverableError: (error) => console.error('Hydration:', error) },
  )
  await new Promise((resolve) => requestIdleCallback(resolve))
  document.documentElement.dataset['hydrated'] = ''
}
