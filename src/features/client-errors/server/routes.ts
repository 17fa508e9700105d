import * as v from 'valibot'
import { routeList } from '#shared/routing/routes.ts'
import { on } from '#server/actions/action.ts'
import { handle } from '#server/actions/handle.ts'
import type { AppContext } from '#server/context.ts'
import { count } from '#server/count.ts'
import { log } from '#server/log.ts'
import { clientErrorActions, errorKinds, errorNames, maxFrames } from '../contract.ts'
import { readReport } from './read-report.ts'

/**
 * Every value is in a list, or matches a pattern without spaces and line breaks, so a report cannot write sentences into the log.
 */
const reportSchema = v.strictObject({
  id: v.pipe(v.string(), v.uuid()),
  build: v.pipe(v.string(), v.regex(/^(?:[0-9a-f]{12}|development0)$/)),
  route: v.picklist([...routeList.map(({ key }) => key), 'not-found']),
  kind: v.picklist(errorKinds),
  name: v.picklist(errorNames),
  code: v.optional(v.pipe(v.string(), v.regex(/^(?:import|network|react-\d{1,4})$/))),
  frames: v.pipe(v.array(v.pipe(v.string(), v.regex(/^[\w-]{1,60}\.js:\d{1,7}:\d{1,7}$/))), v.maxLength(maxFrames)),
})

export const clientErrorRoutes = handle(clientErrorActions, { report: on(reportSchema, noteReport, readReport) })

/** A report becomes a log line and a count, and is stored nowhere else. */
async function noteReport(c: AppContext, report: v.InferOutput<typeof reportSchema>) {
  const { build, route, kind, name, code } = report
  log('error', 'client-error', { requestId: c.get('requestId'), ...report })
  count(c.env, 'client-error', [route, kind, name, code ?? '', build])
  return { status: 202 } as const
}
