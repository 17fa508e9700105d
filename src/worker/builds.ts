import { fileKeyOf } from '#shared/kept-files.ts'
import type { AppContext } from '#server/context.ts'
import { notFound } from '#shared/errors.ts'

/** Where a build's files are. The platform serves those of the current one before the worker runs. */
export const keptFilePaths = ['/assets/*', '/locales/*', '/builds/*'] as const

const forEver = 'public, max-age=31536000, immutable'

/**
 * Serves a file of one of the two previous builds from R2, at its old URL: a tab that still shows such a build keeps loading its
 * parts. The deployment stores the files there (scripts/build/kept-files.ts).
 */
export async function serveKeptFile(c: AppContext): Promise<Response> {
  const key = fileKeyOf(c.req.path)
  const object = key === null ? null : await c.env.BUILDS.get(key)
  if (!object) throw notFound()
  const headers = new Headers({ 'Cache-Control': forEver, ETag: object.httpEtag })
  object.writeHttpMetadata(headers)
  return new Response(object.body, { headers })
}
