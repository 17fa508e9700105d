import type { ReactNode } from 'react'
import { inWidth, srcSetOf } from '#shared/photo.ts'
import styles from './portrait.module.css'

type Picture = {
  /** Without a source, the initial is shown on the tinted background. */
  src?: string
  srcSet?: string
  sizes?: string
  alt: string
  /** Shown while there is no picture. */
  initial?: string
  /** Background of drawn avatars and initials; pass something stable, such as the member's id. */
  tint?: number
}

type PortraitProps = Picture & {
  shape?: 'tall' | 'square' | 'wide'
  /** Spoken text of the online dot; no dot without it. */
  onlineLabel?: string
  /** First picture of a page: loaded at once and with high priority. */
  priority?: boolean
  /** For places where only text is allowed, such as a label. */
  inline?: boolean
  /** Several pictures instead of one. */
  picture?: ReactNode
  /** Text on a paper label at the knot: a name, a line of facts. */
  children?: ReactNode
}

type AvatarProps = Picture & {
  size?: 's' | 'm' | 'l' | 'xl'
  onlineLabel?: string
  /** An inline drawing instead of a picture with a URL. */
  drawing?: ReactNode
}

const tintCount = 6
const tintClass = (tint = 0) => styles[`tint${Math.abs(Math.trunc(tint)) % tintCount}`] ?? ''

function image({ src, srcSet, sizes, alt, initial }: Picture, pixels: number, priority: boolean) {
  if (!src) {
    return (
      <span className={styles.initial}>
        <span aria-hidden="true">{initial}</span>
        <span className="visually-hidden">{alt}</span>
      </span>
    )
  }
  const set = srcSet ?? srcSetOf(src)
  return (
    <img
      className={styles.image}
      src={src}
      srcSet={set}
      // A drawing has one size, so there is none to choose.
      sizes={set === undefined ? undefined : sizes}
      alt={alt}
      width={pixels}
      height={pixels}
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : undefined}
      decoding="async"
    />
  )
}

function OnlineDot({ label }: { label: string }) {
  return (
    <span className={styles.online}>
      <span className="visually-hidden">{label}</span>
    </span>
  )
}

/** Sizes of photos: half a phone's width, one column on larger windows. */
const portraitSizes = '(min-width: 60rem) 20rem, 50vw'

/** A face in a circle never needs more than the smallest photo. */
function small(picture: Picture): Picture {
  const src = picture.src && inWidth(picture.src, 320)
  return { ...picture, src, srcSet: src }
}

export function Portrait({
  shape = 'tall',
  onlineLabel,
  priority = false,
  inline = false,
  picture,
  children,
  ...one
}: PortraitProps) {
  const Frame = inline ? 'span' : 'div'
  return (
    <Frame className={`${styles.portrait} ${styles[shape]} ${tintClass(one.tint)}`}>
      {picture ?? image({ sizes: portraitSizes, ...one }, 640, priority)}
      {children ? <div className={styles.tab}>{children}</div> : null}
      {onlineLabel ? <OnlineDot label={onlineLabel} /> : null}
    </Frame>
  )
}

export function Avatar({ size = 'm', onlineLabel, drawing, ...picture }: AvatarProps) {
  return (
    <span className={`${styles.avatar} ${styles[`avatar-${size}`] ?? ''} ${tintClass(picture.tint)}`}>
      {drawing ?? image(small(picture), 96, false)}
      {onlineLabel ? <OnlineDot label={onlineLabel} /> : null}
    </span>
  )
}
