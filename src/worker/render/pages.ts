import type { ReactNode } from 'react'
import type { AnyLoad } from '#worker/http/load.ts'
import type { RouteKey } from '#shared/routes.ts'

/** Pages and loads are modules of their own, evaluated at their first request, not when the isolate starts. */
const pages = import.meta.glob<{ default: PageComponent }>('/src/pages/*/page.tsx')
const loads = import.meta.glob<{ default: AnyLoad }>('/src/pages/*/load.ts')

export type PageComponent = (props: { data: unknown }) => ReactNode

export async function getPage(key: RouteKey): Promise<PageComponent> {
  return (await getModule(pages, `/src/pages/${key}/page.tsx`)).default
}

export async function getLoad(key: RouteKey): Promise<AnyLoad> {
  return (await getModule(loads, `/src/pages/${key}/load.ts`)).default
}

function getModule<Module>(modules: Record<string, () => Promise<Module>>, path: string): Promise<Module> {
  const load = modules[path]
  if (!load) throw new Error(`No module at ${path}: a route in src/shared/routes.ts needs a page.tsx and a load.ts of its key`)
  return load()
}
