import * as v from 'valibot'
import { typedText } from '#server/actions/typed-text.ts'
import { reportCategories, pageSources, reportLimits } from '../contract.ts'

const shared = {
  id: v.pipe(v.string('required'), v.regex(/^[\w-]{1,64}$/, 'invalid')),
  category: v.pipe(v.optional(v.string('choice'), ''), v.picklist(reportCategories, 'choice')),
  text: typedText(reportLimits.text),
}

/** POST /api/reports. */
export const reportInput = v.object({ ...shared, source: v.picklist(pageSources, 'choice') })
export type ReportInput = v.InferOutput<typeof reportInput>

/** A report from an encounter; `id` is the encounter's. */
export const encounterReportInput = v.object(shared)
export type EncounterReportInput = v.InferOutput<typeof encounterReportInput>
