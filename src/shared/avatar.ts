/**
 * Styles that the avatar route draws; a stored avatar is `style:seed`. The seed of a built drawing holds its choices
 * (drawing/drawing.ts).
 */
export const avatarStyles = ['notionists', 'built'] as const
export type AvatarStyle = (typeof avatarStyles)[number]

/** The style of ready-made drawings: ink lines coloured in the brand's palette. */
export const defaultAvatarStyle: AvatarStyle = 'notionists'

/** The part after the colon. A seed that starts with `f-` or `m-` only draws hair of that family; others draw any. */
export const avatarSeedPattern = /^[\w-]{1,64}$/

export const avatarOf = (seed: string, style: AvatarStyle = defaultAvatarStyle) => `${style}:${seed}`

/** Stored while no drawing is chosen: until a photo is approved, others see one faceless figure, the same for everyone. */
export const facelessAvatar = 'faceless'
export const facelessAddress = '/faceless.svg'

/**
 * The drawn parts of every choice of the builder in one file, which browsers keep. Another content needs another number.
 */
export const drawingPartsUrl = '/avatars/parts/1.svg'

export type ParsedAvatar = { style: AvatarStyle; seed: string }

/** Splits a stored avatar; null if it cannot be drawn, or is not a chosen one. */
export function parseAvatar(avatar: string): ParsedAvatar | null {
  const colon = avatar.indexOf(':')
  const style = avatarStyles.find((known) => known === avatar.slice(0, colon))
  const seed = avatar.slice(colon + 1)
  return style && avatarSeedPattern.test(seed) ? { style, seed } : null
}

/**
 * Returns the URL of the drawing for `style:seed`, or of the faceless figure; null without an avatar, or for one that cannot be
 * drawn.
 */
export function avatarUrl(avatar: string | null): string | null {
  if (avatar === facelessAvatar) return facelessAddress
  const parsed = avatar === null ? null : parseAvatar(avatar)
  return parsed && `/avatars/${parsed.style}/${parsed.seed}.svg`
}

export const hairColours = ['dark', 'brown', 'red', 'blond', 'grey'] as const
export const clothesColours = ['purple', 'green', 'white', 'blue', 'orange', 'yellow', 'pink'] as const

/** The visible features of a drawing, for people who choose one by its description. */
export type AvatarLook = {
  /** Null where no hair is seen, like its length. */
  hair: (typeof hairColours)[number] | null
  length: 'long' | 'short' | null
  glasses: boolean
  beard: boolean
  clothes: (typeof clothesColours)[number]
}

/** Returns a number for a portrait's background: always the same for the same person. */
export function tintOf(id: string): number {
  return [...id].reduce((sum, character) => sum + character.charCodeAt(0), 0)
}
