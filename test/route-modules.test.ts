import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { routeList } from '#shared/routing/routes.ts'

// Neither the compiler nor a page's own tests miss a module; the page would answer 500.
test.each(routeList.map(({ key }) => key))('the page %s has both its modules', (key) => {
  for (const file of ['page.tsx', 'load.ts'])
    expect(existsSync(`src/pages/${key}/${file}`), `src/pages/${key}/${file}`).toBe(true)
})
