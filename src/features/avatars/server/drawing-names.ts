import type { Translator } from '#shared/i18n/translator.ts'
import { drawingChoices, type DrawingPart } from '#shared/drawing/choices.ts'

/** Returns the choices of one part with their names; TypeScript knows them only part by part. */
export function namesOf(part: DrawingPart, t: Translator['t']): { value: string; label: string }[] {
  switch (part) {
    case 'skin':
      return drawingChoices.skin.map((value) => ({ value, label: t(`drawing.skin.${value}`) }))
    case 'hair':
      return drawingChoices.hair.map((value) => ({ value, label: t(`drawing.hair.${value}`) }))
    case 'hairColour':
      return drawingChoices.hairColour.map((value) => ({ value, label: t(`drawing.hairColour.${value}`) }))
    case 'mouth':
      return drawingChoices.mouth.map((value) => ({ value, label: t(`drawing.mouth.${value}`) }))
    case 'eyes':
      return drawingChoices.eyes.map((value) => ({ value, label: t(`drawing.eyes.${value}`) }))
    case 'glasses':
      return drawingChoices.glasses.map((value) => ({ value, label: t(`drawing.glasses.${value}`) }))
    case 'beard':
      return drawingChoices.beard.map((value) => ({ value, label: t(`drawing.beard.${value}`) }))
    case 'clothes':
      return drawingChoices.clothes.map((value) => ({ value, label: t(`drawing.clothes.${value}`) }))
    case 'clothesColour':
      return drawingChoices.clothesColour.map((value) => ({ value, label: t(`drawing.clothesColour.${value}`) }))
    case 'background':
      return drawingChoices.background.map((value) => ({ value, label: t(`drawing.background.${value}`) }))
    default:
      return part satisfies never
  }
}
