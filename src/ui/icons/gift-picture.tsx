import type { GiftKind } from '#shared/realtime/gift-kind.ts'

/** The drawing of a gift (public/gifts.svg), in the surrounding colours; decorative. */
export function GiftPicture({ gift, className }: { gift: GiftKind; className?: string | undefined }) {
  return (
    <svg className={className} aria-hidden="true">
      <use href={`/gifts.svg#${gift}`} />
    </svg>
  )
}
