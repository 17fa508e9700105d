import type { LayoutComponent } from '#layouts/layout-props.ts'
import { noPage, type PageComponent } from './screen.ts'

/** Pages of the signed-in area; all others are separate documents. */
const pages = import.meta.glob<{ default: PageComponent }>([
  '/src/pages/*/page.tsx',
  '!/src/pages/{home,sign-in,sign-up,email-verify,questionnaire,google-callback,facebook-callback,cookies-policy,privacy-policy,terms-and-conditions,data-processing-consent}/page.tsx',
])
const layouts = import.meta.glob<{ default: LayoutComponent }>('/src/layouts/frames/{protected,bare,not-found-member}.tsx')

export type MemberLayoutName = 'protected' | 'bare' | 'not-found-member'

export async function loadPage(key: string): Promise<PageComponent> {
  if (key === 'not-found') return noPage
  return (await get(pages, `/src/pages/${key}/page.tsx`)).default
}

export async function loadLayout(name: MemberLayoutName): Promise<LayoutComponent> {
  return (await get(layouts, `/src/layouts/frames/${name}.tsx`)).default
}

function get<Module>(modules: Record<string, () => Promise<Module>>, path: string): Promise<Module> {
  const load = modules[path]
  if (!load) throw new Error(`No module at ${path}`)
  return load()
}
