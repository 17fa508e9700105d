import type { ErrorBody } from '#shared/errors.ts'
import { photoActions, type OwnPhotoView } from '#features/photos/contract.ts'

export type PhotoAnswer =
  | { kind: 'done'; photos: OwnPhotoView[]; notice: string }
  | { kind: 'refused'; message: string; canRetry: boolean }
  | { kind: 'cancelled' }

type Sending = { answer: Promise<PhotoAnswer>; cancel: () => void }

/**
 * Uploads one photo; `onShare` receives the share sent, 0 to 1. `fetch` does not report the progress of an upload, so this uses
 * XHR.
 */
export function sendPhoto(photo: Blob, onShare: (share: number) => void, offlineText: string): Sending {
  const request = new XMLHttpRequest()
  const answer = new Promise<PhotoAnswer>((resolve) => {
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable && event.total > 0) onShare(event.loaded / event.total)
    })
    request.addEventListener('load', () => resolve(readAnswer(request, offlineText)))
    request.addEventListener('error', () => resolve({ kind: 'refused', message: offlineText, canRetry: true }))
    request.addEventListener('abort', () => resolve({ kind: 'cancelled' }))
  })
  const body = new FormData()
  body.append('file', photo, 'photo.jpg')
  request.open('POST', photoActions.upload.path)
  request.setRequestHeader('Accept', 'application/json')
  request.responseType = 'json'
  request.send(body)
  return { answer, cancel: () => request.abort() }
}

function readAnswer(request: XMLHttpRequest, offlineText: string): PhotoAnswer {
  const body: unknown = request.response
  if (typeof body !== 'object' || body === null) return { kind: 'refused', message: offlineText, canRetry: true } // not from our server
  if (request.status === 201) return { kind: 'done', ...(body as { photos: OwnPhotoView[]; notice: string }) }
  const { error } = body as ErrorBody
  const aboutFile = error.fields?.['file']
  // The file itself was refused, and another try would not change that.
  return { kind: 'refused', message: aboutFile ?? error.message, canRetry: aboutFile === undefined }
}
