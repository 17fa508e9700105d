import { parseAvatar } from '#shared/avatar.ts'
import { loadMessages } from '#shared/i18n/load.ts'
import { createTranslator, type Translator } from '#shared/i18n/translator.ts'
import { keysOf } from '#shared/records.ts'
import { drawingGroups, type Drawing, type DrawingView } from '#shared/drawing/choices.ts'
import { decodeDrawing, firstDrawing, randomDrawing, readDrawing } from '#shared/drawing/drawing.ts'
import { builtLike } from './draw-built.ts'
import { namesOf } from './drawing-names.ts'

export type DrawingRequest = {
  /** The drawing as it is stored; null for none. */
  avatar: string | null
  gender: string
  /** The page's address: choices in it come first, and unknown ones count as missing. */
  url: URL
  translator: Pick<Translator, 'locale'>
}

/** Returns the builder's choices and names. */
export async function viewDrawing({ avatar, gender, url, translator: { locale } }: DrawingRequest): Promise<DrawingView> {
  const { t } = createTranslator(locale.code, await loadMessages(locale.code, ['drawing']), { timeZone: 'UTC' })
  return {
    drawing: readDrawing((part) => url.searchParams.get(part), startOf(avatar)),
    surprise: randomDrawing(Math.random, gender),
    gender,
    groups: keysOf(drawingGroups).map((group) => ({
      group,
      title: t(`drawing.group.${group}`),
      parts: drawingGroups[group].map((part) => ({ part, legend: t(`drawing.part.${part}`), options: namesOf(part, t) })),
    })),
    texts: {
      title: t('drawing.title'),
      text: t('drawing.text'),
      picture: t('drawing.picture'),
      preview: t('drawing.preview'),
      save: t('drawing.save'),
      surprise: t('drawing.surprise'),
      ready: t('drawing.ready'),
    },
  }
}

function startOf(avatar: string | null): Drawing {
  const parsed = avatar === null ? null : parseAvatar(avatar)
  if (parsed?.style === 'notionists') return builtLike(parsed.seed)
  return (parsed && decodeDrawing(parsed.seed)) ?? firstDrawing
}
