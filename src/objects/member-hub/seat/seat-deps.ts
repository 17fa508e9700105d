import type { Env } from '#server/env.ts'
import type { Schedule } from '#objects/platform/alarm-scheduler.ts'
import type { SeatDevices } from './seat-events.ts'
import type { SeatObserver } from './seat-observer.ts'

export type SeatAlarm = 'encounter-seat'

export type SeatDeps = {
  ctx: Pick<DurableObjectState, 'storage' | 'waitUntil'>
  env: Env
  member: string
  devices: SeatDevices
  /** True while some device is connected. */
  isConnected: () => boolean
  observer: SeatObserver
  alarms: Schedule<SeatAlarm>
}
