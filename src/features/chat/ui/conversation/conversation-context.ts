import { createContext, use } from 'react'
import type { Partner } from '../inbox/inbox-rows.ts'
import type { Writing } from '../composer/writing-state.ts'

/** The anchor of a message's menu: its button, or the pointer's position. */
export type MenuTarget = { seq: number; button: HTMLElement; point?: { x: number; y: number }; onlyReactions?: boolean }

/** The values that the parts of an open conversation share; the same object while it is open. */
export type ConversationTools = {
  partner: Partner
  viewerId: string
  /** The viewer may answer, react and delete here. */
  canWrite: boolean
  /** This browser runs no scripts: every action is a form on the page. */
  isNoScript: boolean
  /** Photos of a recent match stay blurred until the viewer reveals them. */
  isBlurred: boolean
  writing: Writing
  openMenu(target: MenuTarget): void
  /** Shows a message of this conversation, wherever in its history it is. */
  show(seq: number): void
  /** Fetches a message that is only quoted. */
  learn(seq: number): void
  /** Sets the viewer's reaction; '' removes it. */
  react(seq: number, emoji: string): void
  /** Deletes one of the viewer's own messages, for both. */
  remove(seq: number): void
}

const ConversationContext = createContext<ConversationTools | null>(null)

export const ConversationProvider = ConversationContext.Provider

export function useConversation(): ConversationTools {
  const tools = use(ConversationContext)
  if (!tools) throw new Error('No ConversationProvider')
  return tools
}
