import type { ReactNode } from 'react'
import type { LayoutComponent } from '#layouts/layout-props.ts'
import type { LayoutKey } from '#shared/routing/routes.ts'
import type { AnyLoad } from '#server/pages/load.ts'

export type PageComponent = (props: { data: unknown }) => ReactNode
export type LayoutName = LayoutKey | 'not-found-member' | 'not-found-guest'

/** Pages, layouts and loads are evaluated with the first page, not when the isolate starts (docs/decisions/014). */
const pages = import.meta.glob<{ default: PageComponent }>('/src/pages/*/page.tsx')
const loads = import.meta.glob<{ default: AnyLoad }>('/src/pages/*/load.ts')
const layouts = import.meta.glob<{ default: LayoutComponent }>(
  '/src/layouts/frames/{landing,static-landing,protected,bare,not-found-member,not-found-guest}.tsx',
)

export async function getPage(key: string): Promise<PageComponent> {
  return (await getModule(pages, `/src/pages/${key}/page.tsx`)).default
}

export async function getLoad(key: string): Promise<AnyLoad> {
  return (await getModule(loads, `/src/pages/${key}/load.ts`)).default
}

export async function getLayout(name: LayoutName): Promise<LayoutComponent> {
  return (await getModule(layouts, `/src/layouts/frames/${name}.tsx`)).default
}

function getModule<Module>(modules: Record<string, () => Promise<Module>>, path: string): Promise<Module> {
  const load = modules[path]
  if (!load)
    throw new Error(`No module at ${path}: a route in src/shared/routing/routes.ts needs a page.tsx and a load.ts of its key`)
  return load()
}
