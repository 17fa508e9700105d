import type { RefObject } from 'react'
import type { DateRoomProps } from '#features/encounters/dates/contract.ts'

/** Props of a date's page until its match. `unsentRef`: text that is typed in the talk and not sent. */
export type DatePageProps = Extract<DateRoomProps, { kind: 'date' }> & { unsentRef: RefObject<string> }
