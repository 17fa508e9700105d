import * as v from 'valibot'
import { reportCategories, pageSources, reportLimits } from '../contract.ts'

/** POST /api/reports. */
export const reportInput = v.object({
  id: v.pipe(v.string('required'), v.regex(/^[\w-]{1,64}$/, 'invalid')),
  source: v.picklist(pageSources, 'choice'),
  category: v.pipe(v.optional(v.string('choice'), ''), v.picklist(reportCategories, 'choice')),
  text: v.optional(
    v.pipe(
      v.string('invalid'),
      v.transform((text) => text.toWellFormed().replaceAll('\r\n', '\n').trim()),
      v.check((text) => [...text].length <= reportLimits.text, 'too-long'),
    ),
    '',
  ),
})
export type ReportInput = v.InferOutput<typeof reportInput>
