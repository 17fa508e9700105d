import type { ExportSource } from './context.ts'
import { d1Sources } from './d1-sources.ts'
import { conversationSources, hubSources } from './object-sources.ts'

/** Everything that an export reads, in this order. */
export const sources: readonly ExportSource[] = [...d1Sources, ...hubSources, ...conversationSources]
