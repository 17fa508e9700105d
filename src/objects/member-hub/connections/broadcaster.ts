import {
  channelName,
  positionOf,
  type AnonymousEvent,
  type BlindDateEvent,
  type ConversationChannel,
  type InboxEvent,
  type Receipt,
  type NotificationPayload,
  type ServerEvent,
  type WireMessage,
} from '#shared/realtime/wire.ts'
import type { HubClientEvent, PresenceChange } from '#features/chat/contract.ts'
import type { Connection } from '#objects/platform/connection.ts'
import type { Connections } from './connections.ts'
import type { SeatDevices } from '../seat/seat-events.ts'
import type { Devices, NotificationCounts } from '../notifications/devices.ts'

export type BroadcasterDeps = { member: string; connections: Connections }

/** Broadcasts events as wire frames to the connections that have joined their channel. */
export class Broadcaster implements Devices, SeatDevices {
  readonly #connections: Connections
  readonly #memberChannel

  constructor({ member, connections }: BroadcasterDeps) {
    this.#connections = connections
    this.#memberChannel = channelName.member(member)
  }

  /** True if some device has joined the member's own channel. */
  get isListening(): boolean {
    return this.#connections.hasJoined(this.#memberChannel)
  }

  message(channel: ConversationChannel, data: WireMessage): void {
    this.#connections.broadcast(channel, () => toText({ event: 'message', channel, data }), { position: positionOf(data) })
  }

  presence(channel: ConversationChannel, change: PresenceChange): void {
    const { rev } = change
    const event: ServerEvent =
      change.event === 'presence:subscribed'
        ? { event: change.event, channel, data: change.users, rev }
        : { event: change.event, channel, data: change.user, rev }
    this.#connections.broadcast(channel, () => toText(event), { rev })
  }

  /** The data is already JSON and is passed on unchanged. */
  clientEvent({ conversation, event, from, dataJson }: HubClientEvent): void {
    const channel = channelName.conversation(conversation)
    const head = JSON.stringify({ event, channel, from }).slice(0, -1)
    this.#connections.broadcast(channel, () => `${head},"data":${dataJson}}`)
  }

  marks(channel: ConversationChannel, data: Receipt): void {
    this.#connections.broadcast(channel, () => toText({ event: 'marks', channel, data }))
  }

  /** Sends the last event of a channel: its connections are removed from it. */
  closed(channel: ConversationChannel): void {
    const text = toText({ event: 'closed', channel, data: null })
    for (const connection of this.#connections.open()) connection.end(channel, text)
  }

  inbox(data: InboxEvent): void {
    const channel = this.#memberChannel
    this.#connections.broadcast(channel, () => toText({ event: 'inbox', channel, data }))
  }

  notification(data: NotificationPayload, exceptSid?: string): void {
    const channel = this.#memberChannel
    const isFor = ({ sid }: Connection) => sid !== exceptSid
    this.#connections.broadcast(channel, () => toText({ event: 'notification', channel, data }), {}, isFor)
  }

  notifications(data: NotificationCounts): void {
    const channel = this.#memberChannel
    this.#connections.broadcast(channel, () => toText({ event: 'notifications', channel, data }))
  }

  visitors(people: number): void {
    const channel = this.#memberChannel
    this.#connections.broadcast(channel, () => toText({ event: 'visitors', channel, data: { people } }))
  }

  cart(revision: number): void {
    const channel = this.#memberChannel
    this.#connections.broadcast(channel, () => toText({ event: 'cart', channel, data: { revision } }))
  }

  attention(): void {
    const channel = this.#memberChannel
    this.#connections.broadcast(channel, () => toText({ event: 'attention', channel, data: null }))
  }

  anonymous(data: AnonymousEvent): void {
    const channel = this.#memberChannel
    this.#connections.broadcast(channel, () => toText({ event: 'anonymous', channel, data }))
  }

  blindDate(data: BlindDateEvent): void {
    const channel = this.#memberChannel
    this.#connections.broadcast(channel, () => toText({ event: 'blind-date', channel, data }))
  }
}

function toText(event: ServerEvent): string {
  return JSON.stringify(event)
}
