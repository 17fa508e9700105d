import type { DateRoomProps } from '#features/blind-dates/contract.ts'

/** What the page of a date shows until its match. */
export type DatePageProps = Extract<DateRoomProps, { kind: 'date' }>
