import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PhotoAnswer } from './send-photo.ts'
import { createUploads } from './uploads.ts'

/** A window that can be left; every request waits until the test answers it. */
const page = new EventTarget()
beforeEach(() => {
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
})
afterEach(() => vi.unstubAllGlobals())

/** True if the browser asks before the document is left. */
function asksBeforeLeaving(): boolean {
  const event = new Event('beforeunload', { cancelable: true })
  page.dispatchEvent(event)
  return event.defaultPrevented
}

function slowUploads() {
  const requests: { answer: (answer: PhotoAnswer) => void; share: (share: number) => void; cancel: () => void }[] = []
  const sendPhoto = (_: Blob, share: (share: number) => void) => {
    const { promise, resolve } = Promise.withResolvers<PhotoAnswer>()
    const cancel = vi.fn(() => resolve({ kind: 'cancelled' }))
    requests.push({ answer: resolve, share, cancel })
    return { answer: promise, cancel }
  }
  const uploads = createUploads(() => Promise.resolve({ sendPhoto }))
  const missed: string[] = []
  return {
    uploads,
    requests,
    missed,
    add: () => uploads.add({ body: new Blob(['x']), offlineText: 'offline', onMissed: (text) => missed.push(text) }),
    isAsked: (count: number) => vi.waitFor(() => expect(requests).toHaveLength(count)),
  }
}

const arrived: PhotoAnswer = { kind: 'done', photos: [], notice: 'added' }
const refused: PhotoAnswer = { kind: 'refused', message: 'too small', canRetry: false }

test('photos under way arrive one after the other though their page is gone, and the document is not left unasked', async () => {
  const { uploads, requests, add, isAsked } = slowUploads()
  const heard: string[] = []
  const stopListening = uploads.subscribe(() => {})
  const stopHearing = uploads.onSent((_, notice) => heard.push(notice))
  expect(asksBeforeLeaving()).toBe(false)
  add()
  add()
  await isAsked(1)
  stopListening()
  stopHearing()
  expect(requests[0]?.cancel).not.toHaveBeenCalled()
  expect(asksBeforeLeaving()).toBe(true)
  requests[0]?.answer(arrived)
  await isAsked(2)
  expect(uploads.list()).toHaveLength(1)

  // A returning page shows the upload in progress, and is notified of its end.
  uploads.onSent((_, notice) => heard.push(notice))
  requests[1]?.share(0.5)
  expect(uploads.list()).toMatchObject([{ share: 0.5, refusal: null }])
  requests[1]?.answer(arrived)
  expect(await uploads.areSent()).toBe(true)
  expect(uploads.list()).toEqual([])
  expect(heard).toEqual(['added'])
  expect(asksBeforeLeaving()).toBe(false)
})

test('a refusal that no page shows is reported; the photo waits for a retry, and does not hold its document', async () => {
  const { uploads, requests, missed, add, isAsked } = slowUploads()
  add()
  await isAsked(1)
  requests[0]?.answer(refused)
  await uploads.areSent()
  expect(missed).toEqual(['too small'])
  expect(uploads.list()).toMatchObject([{ share: null, refusal: 'too small' }])
  expect(asksBeforeLeaving()).toBe(false)

  const stopListening = uploads.subscribe(() => {})
  uploads.retry(uploads.list()[0]?.key ?? '')
  await isAsked(2)
  requests[1]?.answer(refused)
  await uploads.areSent()
  expect(missed).toHaveLength(1) // the page shows this one
  stopListening()
})

test('waiting for the photos under way says whether all of them arrived', async () => {
  const { uploads, requests, add, isAsked } = slowUploads()
  expect(await uploads.areSent()).toBe(true)
  add()
  add()
  const sent = uploads.areSent()
  await isAsked(1)
  requests[0]?.answer(refused)
  await isAsked(2)
  requests[1]?.answer(arrived)
  expect(await sent).toBe(false)
  // An earlier refusal blocks no later upload.
  expect(await uploads.areSent()).toBe(true)
})

test('a photo that is taken back is not sent, or no further', async () => {
  const { uploads, requests, add, isAsked } = slowUploads()
  add()
  add()
  await isAsked(1)
  const [first, second] = uploads.list()
  uploads.discard(second?.key ?? '')
  uploads.discard(first?.key ?? '')
  expect(requests[0]?.cancel).toHaveBeenCalledOnce()
  await uploads.areSent()
  expect(await uploads.areSent()).toBe(true)
  expect(requests).toHaveLength(1)
  expect(asksBeforeLeaving()).toBe(false)
})

test('what was refused for good goes when others are chosen; what may pass later stays', async () => {
  const { uploads, requests, add, isAsked } = slowUploads()
  add()
  await isAsked(1)
  requests[0]?.answer(refused)
  add()
  await isAsked(2)
  requests[1]?.answer({ kind: 'refused', message: 'offline', canRetry: true })
  await vi.waitFor(() => expect(uploads.list().map(({ refusal }) => refusal)).toEqual(['too small', 'offline']))
  uploads.discardRefused()
  expect(uploads.list().map(({ refusal }) => refusal)).toEqual(['offline'])
})
