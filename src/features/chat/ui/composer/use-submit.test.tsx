import type { SubmitEvent } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { I18nProvider } from '#shared/i18n/context.tsx'
import { createTranslator } from '#shared/i18n/translator.ts'
import { PageProvider } from '#shared/react/page-context.tsx'
import { routes } from '#shared/routing/routes.ts'
import { readDraft, writeDraft } from '#ui/forms/draft-store.ts'
import type { MessageText } from '#ui/messages/use-message-text.ts'
import { useDraft } from './use-draft.ts'
import { useSubmit } from './use-submit.ts'
import { createWritingState, type ChosenPhoto, type Writing } from './writing-state.ts'

type Submit = ReturnType<typeof useSubmit>['submit']
type Add = (channel: string, draft: { text: string }, cid: string) => Promise<void>

const live = vi.hoisted(() => ({ realtime: null as { outbox: { add: Add } } | null }))
vi.mock('#shared/realtime/realtime.tsx', () => ({
  useLive: (select: (state: typeof live) => unknown) => select(live),
  useConnectionStatus: () => ({ state: 'open' }),
}))

const conversation = 'c-1'
const member = 'anna'
const page = {
  viewer: { id: member, firstName: 'Anna', avatar: null, state: 'complete' as const, appearance: { id: 3 as const } },
  params: {},
  url: '/messages',
  timeZone: 'UTC',
  now: 0,
  config: { wssURL: '', textKey: '', saltLength: 0, pixelId: '', vapidKey: '', periodicRefresh: false },
  page: routes.messages.key,
  error: null,
  isFromElsewhere: false,
  flash: null,
}

beforeEach(() => {
  live.realtime = null
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  })
  vi.stubGlobal('dispatchEvent', () => true)
})
afterEach(() => vi.unstubAllGlobals())

const kept = () => readDraft(member, conversation)
const newPhoto = (): ChosenPhoto => ({ blob: new Blob(), address: 'blob:1', width: 4, height: 3 })

/** A composer that holds this text. `press` submits it. */
function compose(typed: string, store: Writing = createWritingState()) {
  // Drawn on a server, a store shows its first state.
  const writing: Writing = { ...store, getInitialState: store.getState }
  const field = { value: typed, focus() {} } as HTMLTextAreaElement
  const area: MessageText['area'] = { current: field }
  const show = (text: string) => void (field.value = text)
  const text: MessageText = { area, left: 0, read: () => area.current?.value ?? '', show, measure() {} }
  let aside = ''
  const takeFromAside = (sent: string) => (aside = aside.slice(sent.length))
  let submit: Submit | undefined
  function Composer({ onDrawn }: { onDrawn: (drawn: Submit) => void }) {
    const draft = useDraft({ area, conversation, show })
    onDrawn(useSubmit({ conversation, writing, text, takeFromAside, draft, showRefusal() {} }).submit)
    return null
  }
  renderToString(
    <PageProvider value={page}>
      <I18nProvider value={createTranslator('en', {}, { timeZone: 'UTC' })}>
        <Composer onDrawn={(drawn) => (submit = drawn)} />
      </I18nProvider>
    </PageProvider>,
  )
  const press = () => submit?.({ preventDefault() {} } as SubmitEvent<HTMLFormElement>)
  return { field, area, press, setAside: (text: string) => void (aside = text) }
}

/** An outbox that stores a message when `store` is called. */
function slowOutbox() {
  const stored = Promise.withResolvers<void>()
  const add = vi.fn<Add>(() => stored.promise)
  live.realtime = { outbox: { add } }
  const store = async () => {
    stored.resolve()
    await new Promise(setImmediate)
  }
  return { add, store }
}

test('a photo is kept once for the message that goes out, however often one presses before', async () => {
  const writing = createWritingState()
  const keepPhoto = vi.spyOn(writing, 'keepPhoto')
  const photo = newPhoto()
  writing.attach(photo)
  const early = compose('Look', writing)
  for (let press = 0; press < 3; press++) early.press()
  expect(keepPhoto).not.toHaveBeenCalled()

  const { add, store } = slowOutbox()
  const { press } = compose('Look', writing)
  for (let times = 0; times < 3; times++) press()
  await store()
  expect(keepPhoto).toHaveBeenCalledTimes(1)
  expect(writing.photoOf(add.mock.calls[0]?.[2] ?? '')).toBe(photo)
  expect(writing.getState().photo).toBeNull()
})

test('words typed while a message is being stored are a draft without another key', async () => {
  const { store } = slowOutbox()
  const { field, press } = compose('Hello')
  press()
  field.value = 'Hello, and more'
  await store()
  expect([field.value, kept()]).toEqual([', and more', ', and more'])
})

test('they are one beside a message that is opened for editing meanwhile, and after the conversation was left', async () => {
  const { store } = slowOutbox()
  const writing = createWritingState()
  const edited = compose('Hello', writing)
  edited.press()
  edited.setAside('Hello, and more')
  writing.edit({ epoch: 'e', seq: 1, cid: 'cid-1', from: member, text: 'An old message', sentAt: 1 })
  edited.field.value = 'An old message'
  await store()
  expect([edited.field.value, kept()]).toEqual(['An old message', ', and more'])

  const { store: storeNext } = slowOutbox()
  const { area, press } = compose('Bye')
  press()
  area.current = null
  writeDraft(member, conversation, 'Bye, and see you')
  await storeNext()
  expect(kept()).toBe(', and see you')
})

test('nothing is left of a draft that was sent as it was', async () => {
  const { store } = slowOutbox()
  const { field, press } = compose('Hello')
  writeDraft(member, conversation, 'Hello')
  press()
  await store()
  expect([field.value, kept()]).toEqual(['', ''])
})
