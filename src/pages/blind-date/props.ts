import type { RefObject } from 'react'
import type { DateRoomProps } from '#features/blind-dates/contract.ts'

/** What the page of a date shows until its match. `unsentRef`: what is written in the talk and not sent. */
export type DatePageProps = Extract<DateRoomProps, { kind: 'date' }> & { unsentRef: RefObject<string> }
