import { fileKeyOf } from '#shared/kept-files.ts'
import type { AppContext } from '#server/context.ts'
import { notFound } from '#shared/errors.ts'

/** Where the files of a build are. The platform serves those of the present one before the worker is asked. */
export const keptFilePaths = ['/assets/*', '/locales/*', '/builds/*'] as const

const forEver = 'public, max-age=31536000, immutable'

/**
 * Serves a file of one of the two builds before from R2, at its old address: a tab that still shows such a build goes on
 * loading its parts. The deployment puts the files there (scripts/build/kept-files.ts).
 */
export async function serveKeptFile(c: AppContext): Promise<Response> {
  const key = fileKeyOf(c.req.path)
  const object = key === null ? null : await c.env.BUILDS.get(key)
  if (!object) throw notFound()
  const headers = new Headers({ 'Cache-Control': forEver, ETag: object.httpEtag })
  object.writeHttpMetadata(headers)
  return new Response(object.body, { headers })
}
