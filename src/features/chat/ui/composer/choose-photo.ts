import type { Translator } from '#shared/i18n/translator.ts'
import type { Writing } from './writing-state.ts'

/** Attaches the first picture among the files chosen, dropped or pasted. Resolves to the reason for a refusal, or undefined. */
export async function choosePhoto(files: Iterable<File>, writing: Writing, t: Translator['t']): Promise<string | undefined> {
  const all = [...files]
  // Without a picture, the first file's type is named as the reason.
  const file = all.find(({ type }) => type.startsWith('image/')) ?? all[0]
  if (!file) return undefined
  const photos = await import('./prepare-photo.ts').catch(() => null)
  if (!photos) return t('common.error.offline')
  const prepared = await photos.preparePhoto(file)
  if ('refusal' in prepared) return t(`chat.photo.${prepared.refusal}`)
  writing.attach(prepared.photo)
  return undefined
}
