import * as v from 'valibot'
import { reportCategories, pageSources, reportLimits } from '../contract.ts'

const shared = {
  id: v.pipe(v.string('required'), v.regex(/^[\w-]{1,64}$/, 'invalid')),
  category: v.pipe(v.optional(v.string('choice'), ''), v.picklist(reportCategories, 'choice')),
  text: v.optional(
    v.pipe(
      v.string('invalid'),
      v.transform((text) => text.toWellFormed().replaceAll('\r\n', '\n').trim()),
      v.check((text) => [...text].length <= reportLimits.text, 'too-long'),
    ),
    '',
  ),
}

/** POST /api/reports. */
export const reportInput = v.object({ ...shared, source: v.picklist(pageSources, 'choice') })
export type ReportInput = v.InferOutput<typeof reportInput>

/** A report from an encounter; `id` is the encounter's. */
export const encounterReportInput = v.object(shared)
export type EncounterReportInput = v.InferOutput<typeof encounterReportInput>
